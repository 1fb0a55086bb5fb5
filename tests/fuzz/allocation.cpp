// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/allocation.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#if defined(__has_feature)
#define ADOUBE_HAS_FEATURE(name) __has_feature(name)
#else
#define ADOUBE_HAS_FEATURE(name) 0
#endif

namespace {

std::size_t held = 0, most = 0;

void taken(std::size_t size) {
  held += size;
  most = std::max(most, held);
}

}  // namespace

#if defined(__SANITIZE_ADDRESS__) || ADOUBE_HAS_FEATURE(address_sanitizer)

// AddressSanitizer owns operator new; it tells of every block (sanitizer/allocator_interface.h, which g++ lacks).
extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                              void (*on_free)(const volatile void*));
std::size_t __sanitizer_get_allocated_size(const volatile void* memory);
}

namespace {
[[maybe_unused]] const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t size) { taken(size); },
    [](const volatile void* memory) { held -= __sanitizer_get_allocated_size(memory); });
}

#else

#include <malloc.h>

void* operator new(std::size_t size) {
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  taken(malloc_usable_size(memory));
  return memory;
}
void operator delete(void* memory) noexcept {
  held -= malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

#endif

namespace adoube::fuzz::allocation {

std::size_t start_peak() { return most = held; }
std::size_t peak() { return most; }

}  // namespace adoube::fuzz::allocation

// SPDX-License-Identifier: Apache-2.0
/// Verilator's own serialisation of a model, to memory.
#pragma once
#include <verilated_save.h>

#include <cstdint>
#include <string>

namespace adoube::sim {

/// A sink that keeps what is written: Verilator itself only knows files.
class SavedModel final : public VerilatedSerialize {
 public:
  SavedModel() { m_isOpen = true; }
  ~SavedModel() override = default;
  void close() VL_MT_UNSAFE_ONE override { flush(); }
  void flush() VL_MT_UNSAFE_ONE override {
    text_.append(reinterpret_cast<const char*>(m_bufp), static_cast<std::size_t>(m_cp - m_bufp));
    m_cp = m_bufp;
  }
  [[nodiscard]] const std::string& text() {
    flush();
    return text_;
  }

 private:
  std::string text_;
};

/// All state of a model. The state of its context stands before it and is left out: it is a raw structure with padding.
template <class Root>
std::string saved_state(Root& root, VerilatedContext* context) {
  SavedModel head;
  head << std::uint64_t{0} << context;  // a check value and the context, as Root::__Vserialize begins
  SavedModel whole;
  root.__Vserialize(whole);
  return whole.text().substr(head.text().size());
}

}  // namespace adoube::sim

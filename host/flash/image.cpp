// SPDX-License-Identifier: Apache-2.0
#include "host/flash/image.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace adoube::flash {
namespace {

constexpr std::string_view sync = "\x7e\xaa\x99\x7e";

tl::unexpected<Error> no_image(std::string_view why) {
  return fail(Cause::malformed, fmt::format("this is no image for a board: {}; scripts/bitstream makes one", why));
}

/// Walks the commands behind the sync word: an opcode and the length of its operand in one byte, the operand, and behind the
/// command that says so the configuration of a bank.
class Commands {
 public:
  explicit Commands(std::string_view bytes) : left_(bytes) {}

  /// The chip's fabric, once the checksum and the end were met.
  Result<std::string> walk() {
    while (!left_.empty()) {
      const unsigned head = take();
      const std::size_t length = head & 0xFU;
      if (left_.size() < length) break;
      unsigned operand = 0;
      for (std::size_t i = 0; i < length; ++i) operand = operand << 8U | take();
      switch (head >> 4U) {
        case 0:
          if (operand == data_of_logic || operand == data_of_memory) {
            if (operand == data_of_logic && fabric_.empty() && !note_fabric()) return no_image(fmt::format("{} by {} bits a bank is a chip that no board here has", width_, height_));
            if (!skip(std::size_t{width_} * height_ / 8 + 2)) return no_image("it is cut short");
          } else if (operand == checksum_anew) {
            checksum_ = 0xFFFF;
          } else if (operand == wake_up) {
            if (!checked_) return no_image("it has no checksum");
            return fabric_;
          }
          break;
        case 2:  // the checksum runs over its own value, to zero
          if (checksum_ != 0) return no_image("its checksum is wrong, the file is damaged");
          checked_ = true;
          break;
        case 6: width_ = operand + 1; break;
        case 7: height_ = operand; break;
        default: break;  // bank, offset, oscillator, boot address
      }
    }
    return no_image("it is cut short");
  }

 private:
  static constexpr unsigned data_of_logic = 1, data_of_memory = 3, checksum_anew = 5, wake_up = 6;

  unsigned take() {
    const auto byte = static_cast<std::uint8_t>(left_.front());
    left_.remove_prefix(1);
    for (int bit = 7; bit >= 0; --bit) {  // CRC-16-CCITT
      const bool flips = ((checksum_ >> 15U ^ static_cast<unsigned>(byte) >> bit) & 1U) != 0;
      checksum_ = (checksum_ << 1U ^ (flips ? 0x1021U : 0U)) & 0xFFFFU;
    }
    return byte;
  }
  bool skip(std::size_t bytes) {
    if (left_.size() < bytes) return false;
    while (bytes-- > 0) take();
    return true;
  }
  // By the first bank; the others of a 5k are smaller.
  bool note_fabric() {
    if (width_ == 692 && height_ == 336) fabric_ = "5k";
    else if (width_ == 872 && height_ == 272) fabric_ = "8k";
    else return false;
    return true;
  }

  std::string_view left_;
  unsigned checksum_ = 0xFFFF, width_ = 0, height_ = 0;
  bool checked_ = false;
  std::string fabric_;
};

/// "adoube BOARD PART seed N serial TEXT" in the comment before the sync word.
std::optional<Image> words(std::string_view comment) {
  std::istringstream text{std::string(comment)};
  Image image;
  std::string name, seed_word, seed, serial_word;
  text >> name >> image.board >> image.part >> seed_word >> seed >> serial_word >> image.serial;
  if (!text || name != "adoube" || seed_word != "seed" || serial_word != "serial") return std::nullopt;
  return image;
}

}  // namespace

Result<Image> read_image(std::string_view bytes) {
  constexpr std::string_view head("\xff\x00", 2);
  const std::size_t start = bytes.substr(0, 1024).find(sync);
  if (!bytes.starts_with(head) || start == std::string_view::npos) return no_image("it does not begin like an iCE40 bitstream");
  auto fabric = Commands(bytes.substr(start + sync.size())).walk();
  if (!fabric) return tl::unexpected(std::move(fabric.error()));
  const std::string_view comment = bytes.substr(head.size(), start - head.size());
  auto image = words(comment.substr(0, comment.find('\0')));
  if (!image) return no_image("its head does not say for which board it is");
  image->fabric = std::move(*fabric);
  return *image;
}

Result<void> check_report(const Image& image, std::size_t bytes, std::string_view report) {
  const auto json = nlohmann::json::parse(report, nullptr, false);
  const auto& made = json.is_object() && json.contains("image") ? json["image"] : nlohmann::json();
  if (!made.is_object() || !made.contains("bytes") || !made.contains("serial") || !json.contains("board")) {
    return fail(Cause::malformed, "the report beside the image is none of scripts/bitstream; make both again");
  }
  if (json["board"] != image.board || made["serial"] != image.serial || made["bytes"] != bytes) {
    return fail(Cause::malformed, fmt::format("the report beside the image speaks of another one ({}, serial {}, {} bytes); make both again",
                                              json["board"].dump(), made["serial"].dump(), made["bytes"].dump()));
  }
  return {};
}

}  // namespace adoube::flash

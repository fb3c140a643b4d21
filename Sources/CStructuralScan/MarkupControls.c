#include "CStructuralScan.h"

// Blocks are long enough for vectors, which the compiler makes of the inner loop.
enum { block = 128 };

static inline uint8_t is_control(uint8_t byte) {
  return (uint8_t)((byte < 0x20) & (byte != 0x09) & (byte != 0x0A) & (byte != 0x0D));
}

size_t structural_xml_control(const uint8_t *bytes, size_t count) {
  size_t offset = 0;
  for (; count - offset >= block; offset += block) {
    uint8_t found = 0;
    for (size_t i = 0; i < block; i++) found |= is_control(bytes[offset + i]);
    if (found) break;
  }
  while (offset < count && !is_control(bytes[offset])) offset++;
  return offset;
}

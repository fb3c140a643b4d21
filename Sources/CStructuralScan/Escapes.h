#ifndef ESCAPES_H
#define ESCAPES_H

#include <stdint.h>

// What the scans for one kind of processor have in common with those for another.

// Processors fetch what comes next by themselves, but not beyond the page.
#define AHEAD 4096

// The bytes that follow a backslash which is not escaped itself.
static inline uint64_t escaped_bytes(uint64_t backslashes, uint64_t *escape) {
  uint64_t escaped = *escape;
  uint64_t rest = backslashes & ~escaped;
  *escape = 0;
  while (rest != 0) {
    const uint64_t first = rest & (0 - rest);
    escaped |= first << 1;
    *escape = first >> 63;
    rest &= ~(first | first << 1);
  }
  return escaped;
}

#endif

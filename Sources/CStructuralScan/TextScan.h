#ifndef TEXTSCAN_H
#define TEXTSCAN_H

#include <immintrin.h>

#include "CStructuralScan.h"

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

// Of quotes that are not escaped the bytes that lie inside texts, opening quotes included.
__attribute__((target("pclmul"))) static inline uint64_t inside_quotes(
    uint64_t quotes, structural_text *text) {
  // The product without carries: each bit is the parity of the quotes up to it.
  const __m128i parities = _mm_clmulepi64_si128(
      _mm_cvtsi64_si128((int64_t)quotes), _mm_set1_epi8(-1), 0);
  const uint64_t inside = (uint64_t)_mm_cvtsi128_si64(parities) ^ text->within;
  text->within = (uint64_t)((int64_t)inside >> 63);
  return inside;
}

#endif

#ifndef TEXTSCAN_H
#define TEXTSCAN_H

#include <immintrin.h>

#include "CStructuralScan.h"

// What the scans for one kind of processor have in common with those for another.

// Processors fetch what comes next by themselves, but not beyond the page.
#define AHEAD 4096

// The bytes that follow a backslash which is not escaped itself. It does not ask whether there are
// any: a processor can't foresee which blocks have some.
static inline uint64_t escaped_bytes(uint64_t backslashes, uint64_t *escape) {
  const uint64_t odd = 0xAAAAAAAAAAAAAAAA;
  const uint64_t free = backslashes & ~*escape;
  // The subtraction flips bits of `odd`: in each run of backslashes the first, the third and so on,
  // which escape; and, where the run has an odd length, the byte behind it, which its last
  // backslash escapes. In `\\\"` these are the first backslash, the third one and the quote.
  const uint64_t turns = ((free << 1 | odd) - free) ^ odd;
  const uint64_t escaped = turns ^ (backslashes | *escape);
  *escape = (turns & backslashes) >> 63;
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

#include "CStructuralScan.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "TextScan.h"

// A block of 64 bytes is one vector here: a comparison is a mask at once, and places are written
// without a loop over the bits.
#define NEWEST __attribute__((target("avx512f,avx512bw,avx512vbmi2,bmi,pclmul,popcnt")))

NEWEST static inline uint64_t is(__m512i v, char byte) {
  return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(byte));
}

// Writes the places of the bits behind the ones that are there. It writes up to 64 of them, for which
// there is room: there are no more places before a block than bytes.
NEWEST static inline size_t append(uint64_t bits, size_t offset, uint16_t *places, size_t count) {
  const __m512i numbers = _mm512_set_epi64(
      0x3F3E3D3C3B3A3938, 0x3736353433323130, 0x2F2E2D2C2B2A2928, 0x2726252423222120,
      0x1F1E1D1C1B1A1918, 0x1716151413121110, 0x0F0E0D0C0B0A0908, 0x0706050403020100);
  const __m512i found = _mm512_maskz_compress_epi8(bits, numbers);
  const size_t more = (size_t)_mm_popcnt_u64(bits);
  // Mostly there are a few, and half a vector costs less.
  const __m256i few = _mm256_cvtepu8_epi16(_mm512_castsi512_si128(found));
  const __m256i base = _mm256_set1_epi16((short)offset);
  _mm256_storeu_si256((__m256i *)(places + count), _mm256_add_epi16(base, few));
  if (more > 16) {
    const __m512i bases = _mm512_set1_epi16((short)offset);
    const __m256i low = _mm512_castsi512_si256(found), high = _mm512_extracti64x4_epi64(found, 1);
    _mm512_storeu_si512(places + count, _mm512_add_epi16(bases, _mm512_cvtepu8_epi16(low)));
    _mm512_storeu_si512(places + count + 32, _mm512_add_epi16(bases, _mm512_cvtepu8_epi16(high)));
  }
  return count + more;
}

// The bytes of a block that lie inside texts, opening quotes included, and the quotes that are not
// escaped.
NEWEST static inline uint64_t inside_texts(__m512i v, structural_text *text, uint64_t *quotes) {
  *quotes = is(v, '"') & ~escaped_bytes(is(v, '\\'), &text->escape);
  return inside_quotes(*quotes, text);
}

NEWEST size_t structural_brackets_newest(
    const uint8_t *bytes, size_t length, structural_text *text, uint16_t *places) {
  structural_text state = *text;
  size_t count = 0;
  for (size_t offset = 0; offset < length; offset += 64) {
    __builtin_prefetch(bytes + offset + AHEAD);
    const __m512i v = _mm512_loadu_si512(bytes + offset);
    uint64_t quotes;
    const uint64_t inside = inside_texts(v, &state, &quotes);
    // '[' and '{' differ in one bit only, and so do ']' and '}'.
    const __m512i brace = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
    count = append((is(brace, '{') | is(brace, '}')) & ~inside, offset, places, count);
  }
  *text = state;
  return count;
}

// Both halves of a byte are looked up: one tells in which rows of 16 the byte is wanted, the other
// in which row it is. A byte beyond ASCII finds nothing.
NEWEST static inline uint64_t is_letter(__m512i v, __m512i halves) {
  const __m512i rows = _mm512_broadcast_i32x4(
      _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0));
  const __m512i high = _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(15));
  return _mm512_test_epi8_mask(_mm512_shuffle_epi8(halves, v), _mm512_shuffle_epi8(rows, high));
}

NEWEST size_t structural_members_newest(
    const uint8_t *bytes, size_t length, structural_text *text, const structural_letters letters[2],
    uint16_t *places) {
  const __m128i *const halves = (const __m128i *)letters;
  const __m512i firsts = _mm512_broadcast_i32x4(_mm_loadu_si128(halves));
  const __m512i seconds = _mm512_broadcast_i32x4(_mm_loadu_si128(halves + 1));
  structural_text state = *text;
  size_t count = 0;
  for (size_t offset = 0; offset < length; offset += 64) {
    const uint8_t *const p = bytes + offset;
    __builtin_prefetch(p + AHEAD);
    const __m512i v = _mm512_loadu_si512(p);
    uint64_t quotes;
    const uint64_t inside = inside_texts(v, &state, &quotes);
    const uint64_t begun = is_letter(_mm512_loadu_si512(p + 1), firsts) &
                           is_letter(_mm512_loadu_si512(p + 2), seconds);
    const uint64_t braces = is(v, '{') | is(v, '}');
    // Of the quotes only those that open lie inside.
    count = append((braces & ~inside) | (quotes & inside & begun), offset, places, count);
  }
  *text = state;
  return count;
}

#endif

#include "CStructuralScan.h"

#if defined(__x86_64__)

#include <immintrin.h>

// What most processors have beyond what all of them have; asked for before it is used.
#define NEWER __attribute__((target("avx2,bmi,pclmul,popcnt")))

// Processors fetch what comes next by themselves, but not beyond the page.
#define AHEAD 4096

bool structural_is_newer(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("popcnt");
}

NEWER static inline uint64_t pack(__m256i a, __m256i b) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(a) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32;
}

NEWER static inline __m256i is(__m256i v, char byte) {
  return _mm256_cmpeq_epi8(v, _mm256_set1_epi8(byte));
}

NEWER static inline __m256i is_bracket(__m256i v) {
  // '[' and '{' differ in one bit only, and so do ']' and '}'.
  const __m256i brace = _mm256_or_si256(v, _mm256_set1_epi8(0x20));
  return _mm256_or_si256(is(brace, '{'), is(brace, '}'));
}

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

// Writes the places of the bits behind the ones that are there, four at a time.
NEWER static inline size_t append(
    uint64_t bits, size_t offset, uint16_t *places, size_t count) {
  const size_t end = count + (size_t)_mm_popcnt_u64(bits);
  do {
    for (int i = 0; i < 4; i++) {
      places[count++] = (uint16_t)(offset + _tzcnt_u64(bits));
      bits = _blsr_u64(bits);
    }
  } while (count < end);
  return end;
}

NEWER size_t structural_brackets(
    const uint8_t *bytes, size_t length, structural_text *text, uint16_t *places) {
  const __m128i ones = _mm_set1_epi8(-1);
  uint64_t within = text->within, escape = text->escape;
  size_t count = 0;
  for (size_t offset = 0; offset < length; offset += 64) {
    __builtin_prefetch(bytes + offset + AHEAD);
    const __m256i a = _mm256_loadu_si256((const __m256i *)(bytes + offset));
    const __m256i b = _mm256_loadu_si256((const __m256i *)(bytes + offset + 32));
    uint64_t quotes = pack(is(a, '"'), is(b, '"'));
    const __m256i first = is(a, '\\'), second = is(b, '\\');
    const uint32_t any = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(first, second));
    if ((any | escape) != 0) quotes &= ~escaped_bytes(pack(first, second), &escape);
    // The product without carries: each bit is the parity of the quotes up to it.
    const __m128i parities = _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)quotes), ones, 0);
    const uint64_t inside = (uint64_t)_mm_cvtsi128_si64(parities) ^ within;
    within = (uint64_t)((int64_t)inside >> 63);
    count = append(pack(is_bracket(a), is_bracket(b)) & ~inside, offset, places, count);
  }
  text->within = within;
  text->escape = escape;
  return count;
}

NEWER static inline __m256i is_tag(const uint8_t *bytes) {
  const __m256i first = _mm256_loadu_si256((const __m256i *)(bytes + 1));
  const __m256i second = _mm256_loadu_si256((const __m256i *)(bytes + 2));
  const __m256i limit = _mm256_set1_epi8('e');
  const __m256i other = _mm256_andnot_si256(_mm256_cmpgt_epi8(limit, second), is(first, '/'));
  return _mm256_and_si256(
      is(_mm256_loadu_si256((const __m256i *)bytes), '<'),
      _mm256_andnot_si256(other, _mm256_cmpgt_epi8(limit, first)));
}

NEWER size_t structural_tags(const uint8_t *bytes, size_t length, uint16_t *places) {
  size_t count = 0;
  for (size_t offset = 0; offset < length; offset += 64) {
    __builtin_prefetch(bytes + offset + AHEAD);
    uint64_t tags = pack(is_tag(bytes + offset), is_tag(bytes + offset + 32));
    if (length - offset < 64) tags &= ((uint64_t)1 << (length - offset)) - 1;
    count = append(tags, offset, places, count);
  }
  return count;
}

#endif

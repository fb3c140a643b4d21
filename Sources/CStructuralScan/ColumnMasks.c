#include "CStructuralScan.h"

// Loops over blocks of 64 values. What a newer processor does with wider vectors stands beside what
// all of them do; blocks that nobody asks about are not read.

void column_within_blocks_least(
    const double *values, const uint64_t *asked, size_t blocks, double lower, double upper,
    uint64_t *found) {
  for (size_t block = 0; block < blocks; block++) {
    if (asked[block] != 0) found[block] |= column_within64(values + block * 64, lower, upper);
  }
}

void column_prefix_blocks_least(
    const uint64_t *words, const uint64_t *asked, size_t blocks, column_prefix wanted,
    uint64_t *found, uint64_t *undecided) {
  for (size_t block = 0; block < blocks; block++) {
    column_prefixes prefixes = {0, 0};
    if (asked[block] != 0) prefixes = column_prefixes64(words + block * 64, wanted);
    undecided[block] = asked[block] & prefixes.equal & prefixes.undecided;
    found[block] = asked[block] & prefixes.equal & ~prefixes.undecided;
  }
}

#if defined(__x86_64__)

#include <immintrin.h>

#define NEWER __attribute__((target("avx2,bmi,pclmul,popcnt")))

// Processors fetch what comes next by themselves, but not beyond the page: in values of eight bytes.
#define AHEAD 512

NEWER static void within_blocks_newer(
    const double *values, const uint64_t *asked, size_t blocks, double lower, double upper,
    uint64_t *found) {
  const __m256d least = _mm256_set1_pd(lower);
  const __m256d most = _mm256_set1_pd(upper);
  for (size_t block = 0; block < blocks; block++, values += 64) {
    if (asked[block] == 0) continue;
    uint64_t mask = 0;
#pragma clang loop unroll(full)
    for (int i = 0; i < 64; i += 4) {
      if (i % 8 == 0) __builtin_prefetch(values + i + AHEAD);
      const __m256d v = _mm256_loadu_pd(values + i);
      const __m256d is = _mm256_and_pd(
          _mm256_cmp_pd(v, least, _CMP_GE_OQ), _mm256_cmp_pd(v, most, _CMP_LE_OQ));
      mask |= (uint64_t)(uint32_t)_mm256_movemask_pd(is) << i;
    }
    found[block] |= mask;
  }
}

NEWER static uint64_t undecided64(const uint64_t *words, __m256i deciding) {
  uint64_t decided = 0;
  for (int i = 0; i < 64; i += 4) {
    const __m256i word = _mm256_loadu_si256((const __m256i *)(words + i));
    const __m256i is =
        _mm256_cmpeq_epi64(_mm256_and_si256(word, deciding), _mm256_setzero_si256());
    decided |= (uint64_t)(uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(is)) << i;
  }
  return ~decided;
}

NEWER static void prefix_blocks_newer(
    const uint64_t *words, const uint64_t *asked, size_t blocks, column_prefix wanted,
    uint64_t *found, uint64_t *undecided) {
  const __m256i bytes = _mm256_set1_epi64x((int64_t)wanted.bytes);
  const __m256i mask = _mm256_set1_epi64x((int64_t)wanted.mask);
  const __m256i small = _mm256_set1_epi64x((int64_t)wanted.small);
  const __m256i deciding = _mm256_set1_epi64x((int64_t)wanted.deciding);
  for (size_t block = 0; block < blocks; block++, words += 64) {
    found[block] = undecided[block] = 0;
    if (asked[block] == 0) continue;
    uint64_t equal = 0;
    __m256i open = _mm256_setzero_si256();
#pragma clang loop unroll(full)
    for (int i = 0; i < 64; i += 4) {
      if (i % 8 == 0) __builtin_prefetch(words + i + AHEAD);
      const __m256i word = _mm256_loadu_si256((const __m256i *)(words + i));
      const __m256i is =
          _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_or_si256(word, small), mask), bytes);
      open = _mm256_or_si256(open, _mm256_and_si256(is, _mm256_and_si256(word, deciding)));
      equal |= (uint64_t)(uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(is)) << i;
    }
    equal &= asked[block];
    // Few blocks have a word that is equal and undecided.
    if (!_mm256_testz_si256(open, open)) undecided[block] = equal & undecided64(words, deciding);
    found[block] = equal & ~undecided[block];
  }
}

#endif

void column_within_blocks(
    const double *values, const uint64_t *asked, size_t blocks, double lower, double upper,
    uint64_t *found) {
#if defined(__x86_64__)
  if (structural_processor() != structural_least) {
    return within_blocks_newer(values, asked, blocks, lower, upper, found);
  }
#endif
  column_within_blocks_least(values, asked, blocks, lower, upper, found);
}

void column_prefix_blocks(
    const uint64_t *words, const uint64_t *asked, size_t blocks, column_prefix wanted,
    uint64_t *found, uint64_t *undecided) {
#if defined(__x86_64__)
  if (structural_processor() != structural_least) {
    return prefix_blocks_newer(words, asked, blocks, wanted, found, undecided);
  }
#endif
  column_prefix_blocks_least(words, asked, blocks, wanted, found, undecided);
}

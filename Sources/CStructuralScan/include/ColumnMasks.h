#ifndef COLUMNMASKS_H
#define COLUMNMASKS_H

// Bit masks of up to 64 values of a column: bit i stands for value i. The functions that end in 64
// need all 64 of them, those that end in `portable` take any number up to that and run anywhere.

#include <stddef.h>
#include <stdint.h>

typedef struct {
  // Words that are equal to the wanted one.
  uint64_t equal;
  // Words that have one of the deciding bits.
  uint64_t undecided;
} column_prefixes;

// What words are compared with: `bytes` is the prefix, `mask` says which bytes it has, `small` is
// set in words before they are compared.
typedef struct {
  uint64_t bytes;
  uint64_t mask;
  uint64_t small;
  uint64_t deciding;
} column_prefix;

// Numbers that are neither below `lower` nor above `upper`.
static inline uint64_t column_within_portable(
    const double *values, int count, double lower, double upper) {
  uint64_t found = 0;
  for (int i = 0; i < count; i++) {
    found |= (uint64_t)((values[i] >= lower) & (values[i] <= upper)) << i;
  }
  return found;
}

// Integers from `lower` on, `distance` above it at most.
static inline uint64_t column_integers_portable(
    const int64_t *values, int count, int64_t lower, uint64_t distance) {
  uint64_t found = 0;
  for (int i = 0; i < count; i++) {
    found |= (uint64_t)((uint64_t)values[i] - (uint64_t)lower <= distance) << i;
  }
  return found;
}

static inline column_prefixes column_prefixes_portable(
    const uint64_t *words, int count, column_prefix wanted) {
  column_prefixes found = {0, 0};
  for (int i = 0; i < count; i++) {
    found.equal |= (uint64_t)(((words[i] | wanted.small) & wanted.mask) == wanted.bytes) << i;
    found.undecided |= (uint64_t)((words[i] & wanted.deciding) != 0) << i;
  }
  return found;
}

#if defined(__SSE2__)

#include <emmintrin.h>

// The bits of 16 values, each two of which fill a vector with ones or zeros.
static inline uint64_t column_pack16(const __m128i v[8]) {
  const __m128i low = _mm_packs_epi32(_mm_packs_epi32(v[0], v[1]), _mm_packs_epi32(v[2], v[3]));
  const __m128i high = _mm_packs_epi32(_mm_packs_epi32(v[4], v[5]), _mm_packs_epi32(v[6], v[7]));
  return (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}

// The same where the halves of a value may differ: it counts only with both of them.
static inline uint64_t column_pack16_halves(const __m128i v[8]) {
  const __m128i ones = _mm_set1_epi32(-1);
  __m128i whole[4];
  for (int i = 0; i < 4; i++) {
    whole[i] = _mm_cmpeq_epi32(_mm_packs_epi32(v[2 * i], v[2 * i + 1]), ones);
  }
  const __m128i low = _mm_packs_epi32(whole[0], whole[1]);
  const __m128i high = _mm_packs_epi32(whole[2], whole[3]);
  return (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}

static inline uint64_t column_within64(const double *values, double lower, double upper) {
  const __m128d least = _mm_set1_pd(lower);
  const __m128d most = _mm_set1_pd(upper);
  uint64_t found = 0;
  for (int part = 0; part < 64; part += 16) {
    __m128i v[8];
    for (int i = 0; i < 8; i++) {
      const __m128d value = _mm_loadu_pd(values + part + 2 * i);
      v[i] = _mm_castpd_si128(
          _mm_and_pd(_mm_cmpge_pd(value, least), _mm_cmple_pd(value, most)));
    }
    found |= column_pack16(v) << part;
  }
  return found;
}

static inline column_prefixes column_prefixes64(const uint64_t *words, column_prefix wanted) {
  const __m128i bytes = _mm_set1_epi64x((int64_t)wanted.bytes);
  const __m128i mask = _mm_set1_epi64x((int64_t)wanted.mask);
  const __m128i small = _mm_set1_epi64x((int64_t)wanted.small);
  const __m128i deciding = _mm_set1_epi64x((int64_t)wanted.deciding);
  const __m128i none = _mm_setzero_si128();
  column_prefixes found = {0, 0};
  for (int part = 0; part < 64; part += 16) {
    __m128i equal[8], decided[8];
    for (int i = 0; i < 8; i++) {
      const __m128i word = _mm_loadu_si128((const __m128i *)(words + part + 2 * i));
      equal[i] = _mm_cmpeq_epi32(_mm_and_si128(_mm_or_si128(word, small), mask), bytes);
      decided[i] = _mm_cmpeq_epi32(_mm_and_si128(word, deciding), none);
    }
    found.equal |= column_pack16_halves(equal) << part;
    found.undecided |= (column_pack16_halves(decided) ^ 0xFFFF) << part;
  }
  return found;
}

#else

static inline uint64_t column_within64(const double *values, double lower, double upper) {
  return column_within_portable(values, 64, lower, upper);
}

static inline column_prefixes column_prefixes64(const uint64_t *words, column_prefix wanted) {
  return column_prefixes_portable(words, 64, wanted);
}

#endif

// The same for blocks of 64 values that follow each other, in the widest way that the processor has.
// A block is looked at where somebody asks about one of its values; all of them are readable.

// Adds the numbers within bounds to those that were found.
void column_within_blocks(
    const double *values, const uint64_t *asked, size_t blocks, double lower, double upper,
    uint64_t *found);

// Tells which of the words that are asked about are equal to the wanted one: in `found` those that
// are decided, in `undecided` the others.
void column_prefix_blocks(
    const uint64_t *words, const uint64_t *asked, size_t blocks, column_prefix wanted,
    uint64_t *found, uint64_t *undecided);

// Both of them as they are where nothing better is known of the processor.
void column_within_blocks_least(
    const double *values, const uint64_t *asked, size_t blocks, double lower, double upper,
    uint64_t *found);
void column_prefix_blocks_least(
    const uint64_t *words, const uint64_t *asked, size_t blocks, column_prefix wanted,
    uint64_t *found, uint64_t *undecided);

#endif

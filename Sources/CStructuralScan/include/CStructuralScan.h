#ifndef CSTRUCTURALSCAN_H
#define CSTRUCTURALSCAN_H

// Bit masks of 64 bytes of text, for a scan that goes from block to block. Swift has vectors but
// no way to turn a comparison into a bit mask that compiles to one instruction; this header has.
// Bit i of a mask stands for byte i. `bytes` must be readable for 64 bytes; no alignment is needed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ColumnMasks.h"
#include "ProcessorCount.h"

// Returns the offset of the first control character that XML can't hold, or `count` where there is
// none: any below a blank but tabs and ends of lines.
size_t structural_xml_control(const uint8_t *bytes, size_t count);

typedef struct {
  uint64_t quotes;
  uint64_t backslashes;
  // '[', '{', ']' and '}'
  uint64_t brackets;
} structural_masks;

// What separated values are parted by, in quotes or not.
typedef struct {
  uint64_t quotes;
  uint64_t delimiters;
  uint64_t feeds;
  uint64_t returns;
} structural_cells;

#if defined(__x86_64__)

// Where a text of JSON stands with its quotes: all ones inside a text, one behind a backslash.
typedef struct {
  uint64_t within;
  uint64_t escape;
} structural_text;

// Where masks of the blocks of a text go, a word for each of 64 bytes.
typedef struct {
  // Quotes that are not escaped.
  uint64_t *quotes;
  uint64_t *backslashes;
} structural_text_masks;

// Which vectors a processor has beyond those of 16 bytes, which all have: vectors of 32 bytes, for
// the functions below, or of 64 bytes, for those whose names end in `newest`.
typedef enum { structural_least, structural_newer, structural_newest } structural_level;

structural_level structural_processor(void);

// Lists the brackets outside of texts by their distance from `bytes`, and returns how many there
// are. `length` is a multiple of 64; `places` has room for three more than that.
size_t structural_brackets(
    const uint8_t *bytes, size_t length, structural_text *text, uint16_t *places);

// ASCII bytes that are looked for: bit h of `halves[l]` stands for the byte 16 * h + l.
typedef struct {
  uint8_t halves[16];
} structural_letters;

// Like `structural_brackets`, lists the braces outside of texts, and the opening quotes that are
// followed by one of the first letters and then one of the second. Two bytes more must be readable.
size_t structural_members(
    const uint8_t *bytes, size_t length, structural_text *text, const structural_letters letters[2],
    uint16_t *places);

// The same two for the newest processors.
size_t structural_brackets_newest(
    const uint8_t *bytes, size_t length, structural_text *text, uint16_t *places);
size_t structural_members_newest(
    const uint8_t *bytes, size_t length, structural_text *text, const structural_letters letters[2],
    uint16_t *places);

// Lists by their distance from `bytes` the tags of `structural_tags64` that begin in `length`
// bytes, and returns how many there are. 80 bytes more must be readable; `places` has room for
// three more than that.
size_t structural_tags(const uint8_t *bytes, size_t length, uint16_t *places);

// Finds the masks of `count` blocks of JSON that begin outside of a text. Returns whether all texts
// that end there are as they have to be: they are UTF-8, have no controls, and their escapes are
// those of JSON. 68 bytes behind the blocks must be readable.
bool structural_texts(const uint8_t *bytes, size_t count, structural_text_masks masks);

#endif

#if defined(__SSE2__)

#include <emmintrin.h>

static inline uint64_t structural_pack64(__m128i a, __m128i b, __m128i c, __m128i d) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(a) |
         (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16 |
         (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32 |
         (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}

static inline uint64_t structural_equal64(const __m128i v[4], char byte) {
  const __m128i wanted = _mm_set1_epi8(byte);
  return structural_pack64(
      _mm_cmpeq_epi8(v[0], wanted), _mm_cmpeq_epi8(v[1], wanted),
      _mm_cmpeq_epi8(v[2], wanted), _mm_cmpeq_epi8(v[3], wanted));
}

static inline structural_masks structural_classify64(const uint8_t *bytes) {
  const __m128i *const p = (const __m128i *)bytes;
  const __m128i v[4] = {
      _mm_loadu_si128(p), _mm_loadu_si128(p + 1), _mm_loadu_si128(p + 2), _mm_loadu_si128(p + 3)};
  // '[' and '{' differ in one bit only, and so do ']' and '}'.
  const __m128i bit = _mm_set1_epi8(0x20);
  const __m128i open = _mm_set1_epi8('{'), close = _mm_set1_epi8('}');
  const __m128i escape = _mm_set1_epi8('\\');
  __m128i brackets[4], backslashes[4];
  for (int i = 0; i < 4; i++) {
    const __m128i brace = _mm_or_si128(v[i], bit);
    brackets[i] = _mm_or_si128(_mm_cmpeq_epi8(brace, open), _mm_cmpeq_epi8(brace, close));
    backslashes[i] = _mm_cmpeq_epi8(v[i], escape);
  }
  // Most blocks of most files have no backslash.
  const __m128i any = _mm_or_si128(
      _mm_or_si128(backslashes[0], backslashes[1]), _mm_or_si128(backslashes[2], backslashes[3]));
  const structural_masks masks = {
      structural_equal64(v, '"'),
      _mm_movemask_epi8(any) == 0 ? 0 : structural_pack64(
          backslashes[0], backslashes[1], backslashes[2], backslashes[3]),
      structural_pack64(brackets[0], brackets[1], brackets[2], brackets[3])};
  return masks;
}

static inline uint64_t structural_commas64(const uint8_t *bytes) {
  const __m128i *const p = (const __m128i *)bytes;
  const __m128i v[4] = {
      _mm_loadu_si128(p), _mm_loadu_si128(p + 1), _mm_loadu_si128(p + 2), _mm_loadu_si128(p + 3)};
  return structural_equal64(v, ',');
}

static inline structural_cells structural_cells64(const uint8_t *bytes, uint8_t delimiter) {
  const __m128i *const p = (const __m128i *)bytes;
  const __m128i v[4] = {
      _mm_loadu_si128(p), _mm_loadu_si128(p + 1), _mm_loadu_si128(p + 2), _mm_loadu_si128(p + 3)};
  const structural_cells cells = {
      structural_equal64(v, '"'), structural_equal64(v, (char)delimiter),
      structural_equal64(v, '\n'), structural_equal64(v, '\r')};
  return cells;
}

// Of 32 bytes those that end a run of plain text: quotes, backslashes, controls, bytes beyond ASCII.
static inline uint32_t structural_specials32(const uint8_t *bytes) {
  const __m128i *const p = (const __m128i *)bytes;
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  // As signed numbers bytes beyond ASCII are below 0, and so below all that is plain.
  const __m128i blank = _mm_set1_epi8(0x20);
  uint32_t masks[2];
  for (int i = 0; i < 2; i++) {
    const __m128i v = _mm_loadu_si128(p + i);
    masks[i] = (uint32_t)_mm_movemask_epi8(_mm_or_si128(
        _mm_cmplt_epi8(v, blank),
        _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash))));
  }
  return masks[0] | masks[1] << 16;
}

// Of 32 bytes of text those that may end it, quotes and backslashes.
static inline uint32_t structural_ends32(const uint8_t *bytes) {
  const __m128i *const p = (const __m128i *)bytes;
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  uint32_t masks[2];
  for (int i = 0; i < 2; i++) {
    const __m128i v = _mm_loadu_si128(p + i);
    masks[i] = (uint32_t)_mm_movemask_epi8(
        _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash)));
  }
  return masks[0] | masks[1] << 16;
}

typedef __m128i structural_vector;

static inline structural_vector structural_load(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)bytes);
}

static inline structural_vector structural_is(structural_vector v, char byte) {
  return _mm_cmpeq_epi8(v, _mm_set1_epi8(byte));
}

// As signed numbers: bytes beyond ASCII are below all others.
static inline structural_vector structural_below(structural_vector v, char byte) {
  return _mm_cmplt_epi8(v, _mm_set1_epi8(byte));
}

static inline structural_vector structural_and(structural_vector a, structural_vector b) {
  return _mm_and_si128(a, b);
}

static inline structural_vector structural_or(structural_vector a, structural_vector b) {
  return _mm_or_si128(a, b);
}

// Bytes of a without those of b.
static inline structural_vector structural_less(structural_vector a, structural_vector b) {
  return _mm_andnot_si128(b, a);
}

#elif defined(__aarch64__)

#include <arm_neon.h>

static inline uint64_t structural_pack64(
    uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
  const uint8x16_t high = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
  const uint8x16_t sums = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

static inline uint64_t structural_equal64(const uint8x16_t v[4], uint8_t byte) {
  const uint8x16_t wanted = vdupq_n_u8(byte);
  return structural_pack64(
      vceqq_u8(v[0], wanted), vceqq_u8(v[1], wanted), vceqq_u8(v[2], wanted),
      vceqq_u8(v[3], wanted));
}

static inline structural_masks structural_classify64(const uint8_t *bytes) {
  const uint8x16_t v[4] = {
      vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)};
  uint8x16_t brackets[4];
  for (int i = 0; i < 4; i++) {
    const uint8x16_t brace = vorrq_u8(v[i], vdupq_n_u8(0x20));
    brackets[i] = vorrq_u8(vceqq_u8(brace, vdupq_n_u8('{')), vceqq_u8(brace, vdupq_n_u8('}')));
  }
  const structural_masks masks = {
      structural_equal64(v, '"'), structural_equal64(v, '\\'),
      structural_pack64(brackets[0], brackets[1], brackets[2], brackets[3])};
  return masks;
}

static inline uint64_t structural_commas64(const uint8_t *bytes) {
  const uint8x16_t v[4] = {
      vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)};
  return structural_equal64(v, ',');
}

static inline structural_cells structural_cells64(const uint8_t *bytes, uint8_t delimiter) {
  const uint8x16_t v[4] = {
      vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)};
  const structural_cells cells = {
      structural_equal64(v, '"'), structural_equal64(v, delimiter),
      structural_equal64(v, '\n'), structural_equal64(v, '\r')};
  return cells;
}

static inline uint32_t structural_specials32(const uint8_t *bytes) {
  uint8x16_t found[2];
  for (int i = 0; i < 2; i++) {
    const uint8x16_t v = vld1q_u8(bytes + 16 * i);
    const uint8x16_t marks =
        vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\')));
    // As signed numbers bytes beyond ASCII are below 0, and so below all that is plain.
    found[i] = vorrq_u8(marks, vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(0x20)));
  }
  const uint8x16_t none = vdupq_n_u8(0);
  return (uint32_t)structural_pack64(found[0], found[1], none, none);
}

static inline uint32_t structural_ends32(const uint8_t *bytes) {
  uint8x16_t ends[2];
  for (int i = 0; i < 2; i++) {
    const uint8x16_t v = vld1q_u8(bytes + 16 * i);
    ends[i] = vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\')));
  }
  const uint8x16_t none = vdupq_n_u8(0);
  return (uint32_t)structural_pack64(ends[0], ends[1], none, none);
}

typedef uint8x16_t structural_vector;

static inline structural_vector structural_load(const uint8_t *bytes) { return vld1q_u8(bytes); }

static inline structural_vector structural_is(structural_vector v, char byte) {
  return vceqq_u8(v, vdupq_n_u8((uint8_t)byte));
}

// As signed numbers: bytes beyond ASCII are below all others.
static inline structural_vector structural_below(structural_vector v, char byte) {
  return vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(byte));
}

static inline structural_vector structural_and(structural_vector a, structural_vector b) {
  return vandq_u8(a, b);
}

static inline structural_vector structural_or(structural_vector a, structural_vector b) {
  return vorrq_u8(a, b);
}

// Bytes of a without those of b.
static inline structural_vector structural_less(structural_vector a, structural_vector b) {
  return vbicq_u8(a, b);
}

#endif

#if defined(__SSE2__) || defined(__aarch64__)

// Tags that could be those of containers, and a few more: of what a property list is made of only
// these begin, behind '<' or "</", with a byte below 'e'. Comments and the like are among them, too.
// `bytes` must be readable for 80 bytes.
static inline uint64_t structural_tags64(const uint8_t *bytes) {
  structural_vector v[4];
  for (int i = 0; i < 4; i++) {
    const uint8_t *const p = bytes + 16 * i;
    const structural_vector first = structural_load(p + 1);
    const structural_vector other = structural_less(
        structural_is(first, '/'), structural_below(structural_load(p + 2), 'e'));
    v[i] = structural_and(
        structural_is(structural_load(p), '<'),
        structural_less(structural_below(first, 'e'), other));
  }
  return structural_pack64(v[0], v[1], v[2], v[3]);
}

// Tags that begin an element: all but closing ones. `bytes` must be readable for 80 bytes.
static inline uint64_t structural_elements64(const uint8_t *bytes) {
  structural_vector v[4];
  for (int i = 0; i < 4; i++) {
    const uint8_t *const p = bytes + 16 * i;
    v[i] = structural_less(
        structural_is(structural_load(p), '<'), structural_is(structural_load(p + 1), '/'));
  }
  return structural_pack64(v[0], v[1], v[2], v[3]);
}

// Tags that begin with "<k": keys. `bytes` must be readable for 80 bytes.
static inline uint64_t structural_keys64(const uint8_t *bytes) {
  structural_vector v[4];
  for (int i = 0; i < 4; i++) {
    const uint8_t *const p = bytes + 16 * i;
    v[i] = structural_and(
        structural_is(structural_load(p), '<'), structural_is(structural_load(p + 1), 'k'));
  }
  return structural_pack64(v[0], v[1], v[2], v[3]);
}

// Of 32 bytes those that end plain text in XML: '<' and '&'.
static inline uint32_t structural_marks32(const uint8_t *bytes) {
  structural_vector v[4];
  for (int i = 0; i < 2; i++) {
    const structural_vector text = structural_load(bytes + 16 * i);
    v[i] = structural_or(structural_is(text, '<'), structural_is(text, '&'));
  }
  v[2] = v[3] = structural_less(v[0], v[0]);
  return (uint32_t)structural_pack64(v[0], v[1], v[2], v[3]);
}

#endif

#endif

#include "CStructuralScan.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "TextScan.h"

// What most processors have beyond what all of them have; asked for before it is used.
#define NEWER __attribute__((target("avx2,bmi,pclmul,popcnt")))

// Rare enough to leave its registers to the loop around it.
#define APART __attribute__((noinline))

structural_level structural_processor(void) {
  __builtin_cpu_init();
  const bool isNewer = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                       __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("popcnt");
  if (!isNewer) return structural_least;
  const bool isNewest = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512vbmi2");
  return isNewest ? structural_newest : structural_newer;
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

// The bytes of a block that lie inside texts, opening quotes included, and the quotes that are not
// escaped.
NEWER static inline uint64_t inside_texts(
    __m256i a, __m256i b, structural_text *text, uint64_t *quotes) {
  const uint64_t backslashes = pack(is(a, '\\'), is(b, '\\'));
  *quotes = pack(is(a, '"'), is(b, '"')) & ~escaped_bytes(backslashes, &text->escape);
  return inside_quotes(*quotes, text);
}

NEWER size_t structural_brackets(
    const uint8_t *bytes, size_t length, structural_text *text, uint16_t *places) {
  structural_text state = *text;
  size_t count = 0;
  for (size_t offset = 0; offset < length; offset += 64) {
    __builtin_prefetch(bytes + offset + AHEAD);
    const __m256i a = _mm256_loadu_si256((const __m256i *)(bytes + offset));
    const __m256i b = _mm256_loadu_si256((const __m256i *)(bytes + offset + 32));
    uint64_t quotes;
    const uint64_t inside = inside_texts(a, b, &state, &quotes);
    count = append(pack(is_bracket(a), is_bracket(b)) & ~inside, offset, places, count);
  }
  *text = state;
  return count;
}

// Both halves of a byte are looked up: one tells in which rows of 16 the byte is wanted, the other
// in which row it is. A byte beyond ASCII finds no row at all.
NEWER static inline __m256i is_letter(__m256i v, __m256i halves) {
  const __m256i rows = _mm256_setr_epi8(
      1, 2, 4, 8, 16, 32, 64, (char)128, 1, 1, 1, 1, 1, 1, 1, 1,
      1, 2, 4, 8, 16, 32, 64, (char)128, 1, 1, 1, 1, 1, 1, 1, 1);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(15));
  const __m256i row = _mm256_shuffle_epi8(rows, high);
  return _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(halves, v), row), row);
}

NEWER static inline __m256i begins(const uint8_t *bytes, __m256i firsts, __m256i seconds) {
  return _mm256_and_si256(
      is_letter(_mm256_loadu_si256((const __m256i *)(bytes + 1)), firsts),
      is_letter(_mm256_loadu_si256((const __m256i *)(bytes + 2)), seconds));
}

NEWER size_t structural_members(
    const uint8_t *bytes, size_t length, structural_text *text, const structural_letters letters[2],
    uint16_t *places) {
  const __m128i *const halves = (const __m128i *)letters;
  const __m256i firsts = _mm256_broadcastsi128_si256(_mm_loadu_si128(halves));
  const __m256i seconds = _mm256_broadcastsi128_si256(_mm_loadu_si128(halves + 1));
  structural_text state = *text;
  size_t count = 0;
  for (size_t offset = 0; offset < length; offset += 64) {
    const uint8_t *const p = bytes + offset;
    __builtin_prefetch(p + AHEAD);
    const __m256i a = _mm256_loadu_si256((const __m256i *)p);
    const __m256i b = _mm256_loadu_si256((const __m256i *)(p + 32));
    uint64_t quotes;
    const uint64_t inside = inside_texts(a, b, &state, &quotes);
    const uint64_t begun = pack(
        begins(p, firsts, seconds), begins(p + 32, firsts, seconds));
    const uint64_t braces = pack(
        _mm256_or_si256(is(a, '{'), is(a, '}')), _mm256_or_si256(is(b, '{'), is(b, '}')));
    // Of the quotes only those that open lie inside.
    count = append((braces & ~inside) | (quotes & inside & begun), offset, places, count);
  }
  *text = state;
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

// Whether what stands behind backslashes makes escapes of JSON.
APART static bool are_escapes(const uint8_t *bytes, uint64_t escaped) {
  for (; escaped != 0; escaped &= escaped - 1) {
    const uint8_t *const p = bytes + __builtin_ctzll(escaped);
    switch (*p) {
      case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': continue;
      case 'u': break;
      default: return false;
    }
    for (int i = 1; i <= 4; i++) {
      const uint8_t digit = (uint8_t)(p[i] - '0'), letter = (uint8_t)((p[i] | 0x20) - 'a');
      if (digit > 9 && letter > 5) return false;
    }
  }
  return true;
}

// Whether some leads that may be wrong, with the bytes behind them, are right: a wrong one would
// make a character that has a shorter form, is half of a surrogate pair, or lies beyond the last
// one.
APART static bool are_seconds(const uint8_t *bytes, uint64_t leads) {
  for (; leads != 0; leads &= leads - 1) {
    const uint8_t *const p = bytes + __builtin_ctzll(leads);
    const uint8_t least = p[0] == 0xE0 ? 0xA0 : p[0] == 0xF0 ? 0x90 : 0x80;
    const uint8_t most = p[0] == 0xED ? 0x9F : p[0] == 0xF4 ? 0x8F : 0xBF;
    if (p[0] > 0xF4 || p[1] < least || p[1] > most) return false;
  }
  return true;
}

// Bytes above a limit as signed numbers, in which those beyond ASCII are below all others.
NEWER static inline uint64_t above(__m256i a, __m256i b, uint8_t limit) {
  const __m256i most = _mm256_set1_epi8((char)limit);
  return pack(_mm256_cmpgt_epi8(a, most), _mm256_cmpgt_epi8(b, most));
}

// Is zero where 64 bytes, two vectors, are UTF-8. `due` has a bit for each byte that has to go on
// with a character of the block before, and then one for each of the next block.
NEWER static inline uint64_t misplaced(
    __m256i a, __m256i b, const uint8_t *bytes, uint64_t beyond, uint64_t *due) {
  const uint64_t leads = above(a, b, 0xBF) & beyond;
  const uint64_t never = leads & ~above(a, b, 0xC1);
  const uint64_t three = above(a, b, 0xDF) & beyond;
  const uint64_t four = above(a, b, 0xEF) & beyond;
  const uint64_t narrow = pack(
      _mm256_or_si256(is(a, (char)0xE0), is(a, (char)0xED)),
      _mm256_or_si256(is(b, (char)0xE0), is(b, (char)0xED)));
  const uint64_t wanted = *due | leads << 1 | three << 2 | four << 3;
  *due = leads >> 63 | three >> 62 | four >> 61;
  uint64_t wrong = never | (wanted ^ (beyond & ~leads));
  if ((narrow | four) != 0) wrong |= !are_seconds(bytes, narrow | four);
  return wrong;
}

NEWER bool structural_texts(const uint8_t *bytes, size_t count, structural_text_masks masks) {
  const __m128i ones = _mm_set1_epi8(-1);
  const __m256i blank = _mm256_set1_epi8(' ');
  uint64_t within = 0, escape = 0, due = 0, wrong = 0;
  for (size_t block = 0; block < count; block++) {
    const uint8_t *const p = bytes + 64 * block;
    __builtin_prefetch(p + AHEAD);
    const __m256i a = _mm256_loadu_si256((const __m256i *)p);
    const __m256i b = _mm256_loadu_si256((const __m256i *)(p + 32));
    const uint64_t beyond = pack(a, b);
    const uint64_t backslashes = pack(is(a, '\\'), is(b, '\\'));
    uint64_t quotes = pack(is(a, '"'), is(b, '"'));
    if ((backslashes | escape) != 0) {
      const uint64_t escaped = escaped_bytes(backslashes, &escape);
      quotes &= ~escaped;
      wrong |= !are_escapes(p, escaped);
    }
    const __m128i parities = _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)quotes), ones, 0);
    const uint64_t inside = (uint64_t)_mm_cvtsi128_si64(parities) ^ within;
    within = (uint64_t)((int64_t)inside >> 63);
    // As signed numbers bytes beyond ASCII are below a blank, too.
    const uint64_t low = pack(_mm256_cmpgt_epi8(blank, a), _mm256_cmpgt_epi8(blank, b));
    wrong |= low & ~beyond & inside;
    if ((beyond | due) != 0) wrong |= misplaced(a, b, p, beyond, &due);
    masks.quotes[block] = quotes;
    masks.backslashes[block] = backslashes;
  }
  return wrong == 0;
}

#endif

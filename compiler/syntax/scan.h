/* Fast searches for the ends of words, blanks and pieces of strings: sixteen bytes at a time if the processor can,
 * which also avoids a mispredicted end of a loop for every word. They search from `p` to `end` and return at most
 * `end`. */
#ifndef FICELLE_SYNTAX_SCAN_H
#define FICELLE_SYNTAX_SCAN_H

#include "compiler/syntax/lexer.h"

#ifdef __SSE2__
#include <emmintrin.h>

static inline __m128i scan_load(const char *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }

/* Matches bytes from `low` to `high`; the comparisons are signed, so bytes beyond ASCII are below all limits. */
static inline __m128i scan_between(__m128i v, char low, char high)
{
  return _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8((char)(low - 1))),
                       _mm_cmplt_epi8(v, _mm_set1_epi8((char)(high + 1))));
}

static inline unsigned scan_words(__m128i v)
{
  __m128i letter = scan_between(_mm_or_si128(v, _mm_set1_epi8(0x20)), 'a', 'z');
  __m128i digit = scan_between(v, '0', '9'), underscore = _mm_cmpeq_epi8(v, _mm_set1_epi8('_'));
  return (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(letter, digit), underscore));
}

static inline unsigned scan_equal(__m128i v, char a)
{
  return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(a)));
}

#define SCAN_FAST(p, end, stop_mask)                 \
  while ((end) - (p) >= 16) {                        \
    __m128i v = scan_load(p);                        \
    unsigned stop = (stop_mask);                     \
    if (stop != 0) return (p) + __builtin_ctz(stop); \
    (p) += 16;                                       \
  }
#else
#define SCAN_FAST(p, end, stop_mask)
#endif

/* Returns the end of the run of \w. */
static inline const char *scan_word(const char *p, const char *end)
{
  SCAN_FAST(p, end, scan_words(v) ^ 0xFFFF)
  while (p < end && LEX_IS(*p, C_WORD)) p++;
  return p;
}

static inline const char *scan_spaces(const char *p, const char *end)
{
  SCAN_FAST(p, end, scan_equal(v, ' ') ^ 0xFFFF)
  while (p < end && *p == ' ') p++;
  return p;
}

/* Finds the first of three characters. */
static inline const char *scan_for(const char *p, const char *end, char a, char b, char c)
{
  SCAN_FAST(p, end, scan_equal(v, a) | scan_equal(v, b) | scan_equal(v, c))
  while (p < end && *p != a && *p != b && *p != c) p++;
  return p;
}

#endif

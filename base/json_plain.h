/* Quotes texts without characters to be escaped, which most are, without calls: for writers that have reserved
 * space. */
#ifndef FICELLE_BASE_JSON_PLAIN_H
#define FICELLE_BASE_JSON_PLAIN_H

#include <stdint.h>

#include "base/str.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Whether one of eight bytes must be escaped in a string. */
static inline bool json__odd8(uint64_t x)
{
  const uint64_t each = 0x0101010101010101u;
  const uint64_t quote = x ^ each * '"', backslash = x ^ each * '\\';
  return ((x | (x - each * 0x20) | (quote - each) | (backslash - each)) & each * 0x80) != 0;
}

/* Copies n bytes; returns false, after writing any of them, if one of them must be escaped. Does not write beyond to +
 * n. It copies pieces of equal size; the last piece overlaps the one before it. */
static inline bool json__copy_plain(char *to, const char *p, size_t n)
{
  uint64_t x, y;
  if (n < 8) {
    if (n >= 4) {
      uint32_t a, b;
      memcpy(&a, p, 4), memcpy(&b, p + n - 4, 4);
      if (json__odd8((uint64_t)b << 32 | a)) return false;
      memcpy(to, &a, 4), memcpy(to + n - 4, &b, 4);
      return true;
    }
    if (n == 0) return true;
    const char a = p[0], b = p[n / 2], c = p[n - 1];
    x = (unsigned char)a | (uint64_t)(unsigned char)b << 8 | (uint64_t)(unsigned char)c << 16;
    if (json__odd8(x | 0x6161616161000000u)) return false;
    to[0] = a, to[n / 2] = b, to[n - 1] = c;
    return true;
  }
#ifdef __SSE2__
  if (n >= 16) {
    const __m128i low = _mm_set1_epi8(0x20), quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
    for (size_t i = 0; i < n; i += 16) {
      const size_t at = n - i < 16 ? n - 16 : i;
      const __m128i v = _mm_loadu_si128((const __m128i *)(p + at));
      /* Bytes beyond ASCII are negative, and therefore below, too. */
      const __m128i odd = _mm_or_si128(_mm_cmplt_epi8(v, low),
                                       _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash)));
      if (_mm_movemask_epi8(odd) != 0) return false;
      _mm_storeu_si128((__m128i *)(to + at), v);
    }
    return true;
  }
#endif
  for (size_t i = 0; i + 8 < n; i += 8) {
    memcpy(&x, p + i, 8);
    if (json__odd8(x)) return false;
    memcpy(to + i, &x, 8);
  }
  memcpy(&y, p + n - 8, 8);
  if (json__odd8(y)) return false;
  memcpy(to + n - 8, &y, 8);
  return true;
}

/* Writes "s" in quotes at `to`, which has space for s.n + 2 bytes; returns the end. NULL if something in it must be
 * escaped (json_quote). */
static inline char *json_put_plain(char *to, str s)
{
  *to++ = '"';
  if (!json__copy_plain(to, s.p, s.n)) return NULL;
  to[s.n] = '"';
  return to + s.n + 1;
}

/* Copies n bytes like memcpy, without a call. */
static inline char *json_put_bytes(char *to, const char *p, size_t n)
{
  if (n >= 16) {
    for (size_t i = 0; i + 16 < n; i += 16) memcpy(to + i, p + i, 16);
    memcpy(to + n - 16, p + n - 16, 16);
  } else if (n >= 8) {
    memcpy(to, p, 8);
    memcpy(to + n - 8, p + n - 8, 8);
  } else if (n >= 4) {
    memcpy(to, p, 4);
    memcpy(to + n - 4, p + n - 4, 4);
  } else if (n > 0) {
    const char middle = p[n / 2], last = p[n - 1];
    to[0] = p[0], to[n / 2] = middle, to[n - 1] = last;
  }
  return to + n;
}

#endif

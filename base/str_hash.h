/* str_hash and str_eq for tables of short keys: inline, without calls and with few branches. */
#ifndef FICELLE_BASE_STR_HASH_H
#define FICELLE_BASE_STR_HASH_H

#include <stdint.h>

#include "base/str.h"

extern uint64_t str__hash_key_now; /* 0: not set yet */
uint64_t str__hash_key_make(void);

static inline uint64_t str__word(const char *p)
{
  uint64_t w;
  memcpy(&w, p, sizeof w);
  return w;
}

static inline uint32_t str__half(const char *p)
{
  uint32_t w;
  memcpy(&w, p, sizeof w);
  return w;
}

/* Reads fewer than eight bytes as a number, different for different texts of one length. */
static inline uint64_t str__short(const char *p, size_t n)
{
  if (n >= 4) return str__half(p) | (uint64_t)str__half(p + n - 4) << 32;
  if (n == 0) return 0;
  return (unsigned char)p[0] | (uint64_t)(unsigned char)p[n / 2] << 8 | (uint64_t)(unsigned char)p[n - 1] << 16;
}

static inline uint64_t str__fold(uint64_t a, uint64_t b)
{
  __uint128_t m = (__uint128_t)a * b;
  return (uint64_t)m ^ (uint64_t)(m >> 64);
}

/* Multiply-fold over eight bytes at a time, the last ones overlapping; the per-process key makes collisions
 * unpredictable from outside. */
static inline uint64_t str_hash_inline(str s)
{
  uint64_t k = str__hash_key_now;
  if (__builtin_expect(k == 0, 0)) k = str__hash_key_make();
  uint64_t h = k ^ s.n, w;
  if (s.n < 8) {
    w = str__short(s.p, s.n);
  } else {
    for (size_t i = 0; i + 8 < s.n; i += 8) h = str__fold(h ^ str__word(s.p + i), 0x9e3779b97f4a7c15u ^ k);
    w = str__word(s.p + s.n - 8);
  }
  return str__fold(h ^ w ^ 0xd6e8feb86659fd93u, 0xa0761d6478bd642fu);
}

static inline bool str_eq_inline(str a, str b)
{
  if (a.n != b.n) return false;
  if (a.n < 8) return str__short(a.p, a.n) == str__short(b.p, b.n);
  for (size_t i = 0; i + 8 < a.n; i += 8)
    if (str__word(a.p + i) != str__word(b.p + i)) return false;
  return str__word(a.p + a.n - 8) == str__word(b.p + b.n - 8);
}

#endif

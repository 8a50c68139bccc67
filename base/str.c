#include "base/str.h"

#include <stdint.h>
#include <sys/random.h>

int str_cmp(str a, str b)
{
  size_t n = a.n < b.n ? a.n : b.n;
  int c = n == 0 ? 0 : memcmp(a.p, b.p, n);
  if (c != 0) return c;
  return a.n < b.n ? -1 : a.n > b.n;
}

int str_casecmp(str a, str b)
{
  size_t n = a.n < b.n ? a.n : b.n;
  for (size_t i = 0; i < n; i++) {
    int x = ascii_lower((unsigned char)a.p[i]), y = ascii_lower((unsigned char)b.p[i]);
    if (x != y) return x < y ? -1 : 1;
  }
  return a.n < b.n ? -1 : a.n > b.n;
}

bool str_caseeq(str a, str b)
{
  return a.n == b.n && str_casecmp(a, b) == 0;
}

size_t str_index(str s, char c, size_t from)
{
  if (from >= s.n) return SIZE_MAX;
  const char *hit = memchr(s.p + from, c, s.n - from);
  return hit == NULL ? SIZE_MAX : (size_t)(hit - s.p);
}

size_t str_find(str s, str needle, size_t from)
{
  if (from > s.n || needle.n > s.n - from) return SIZE_MAX;
  if (needle.n == 0) return from;
  const char *hit = memmem(s.p + from, s.n - from, needle.p, needle.n);
  return hit == NULL ? SIZE_MAX : (size_t)(hit - s.p);
}

str str_trim(str s)
{
  while (s.n > 0 && ascii_is_space((unsigned char)s.p[0])) s.p++, s.n--;
  while (s.n > 0 && ascii_is_space((unsigned char)s.p[s.n - 1])) s.n--;
  return s;
}

static uint64_t hash_key(void)
{
  static uint64_t key;
  if (key == 0) {
    if (getrandom(&key, sizeof key, GRND_NONBLOCK) != (ssize_t)sizeof key) key = (uintptr_t)&key;
    key |= 1;
  }
  return key;
}

/* Multiply-fold over eight bytes at a time; the per-process key makes collisions unpredictable from outside. */
static uint64_t fold(uint64_t a, uint64_t b)
{
  __uint128_t m = (__uint128_t)a * b;
  return (uint64_t)m ^ (uint64_t)(m >> 64);
}

unsigned long long str_hash(str s)
{
  const uint64_t k = hash_key();
  uint64_t h = k ^ s.n;
  size_t i = 0;
  for (; i + 8 <= s.n; i += 8) {
    uint64_t w;
    memcpy(&w, s.p + i, 8);
    h = fold(h ^ w, 0x9e3779b97f4a7c15u ^ k);
  }
  uint64_t w = 0;
  if (i < s.n) memcpy(&w, s.p + i, s.n - i);
  return fold(h ^ w ^ 0xd6e8feb86659fd93u, 0xa0761d6478bd642fu);
}

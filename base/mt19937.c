/* The reference algorithm of Matsumoto and Nishimura; its constants are those of the paper. Limited numbers are
 * drawn as in Ruby: as many bits as the limit has, again until the number is within it. */
#include "base/mt19937.h"

#include "base/check.h"

enum { WORDS = MT19937_WORDS, MIDDLE = 397 };

static void seed_one(struct mt19937 *mt, uint32_t seed)
{
  mt->state[0] = seed;
  for (uint32_t i = 1; i < WORDS; i++) mt->state[i] = 1812433253U * (mt->state[i - 1] ^ mt->state[i - 1] >> 30) + i;
  mt->at = WORDS;
}

static void seed_many(struct mt19937 *mt, const uint32_t *words, size_t n)
{
  uint32_t *s = mt->state;
  size_t i = 1, k = 0;
  seed_one(mt, 19650218U);
  for (size_t left = n > WORDS ? n : WORDS; left > 0; left--) {
    s[i] = (s[i] ^ (s[i - 1] ^ s[i - 1] >> 30) * 1664525U) + words[k] + (uint32_t)k;
    if (++i == WORDS) {
      s[0] = s[WORDS - 1];
      i = 1;
    }
    k = k + 1 == n ? 0 : k + 1;
  }
  for (size_t left = WORDS - 1; left > 0; left--) {
    s[i] = (s[i] ^ (s[i - 1] ^ s[i - 1] >> 30) * 1566083941U) - (uint32_t)i;
    if (++i == WORDS) {
      s[0] = s[WORDS - 1];
      i = 1;
    }
  }
  s[0] = 0x80000000U;
}

void mt19937_seed(struct mt19937 *mt, const uint32_t *words, size_t n)
{
  assert(words != NULL && n > 0);
  while (n > 1 && words[n - 1] == 0) n--;
  /* Ruby treats a leading word 1 as a guard of zeroes below it. */
  if (n > 1 && words[n - 1] == 1) n--;
  if (n > 1) seed_many(mt, words, n);
  else seed_one(mt, words[0]);
}

static void refill(struct mt19937 *mt)
{
  for (unsigned i = 0; i < WORDS; i++) {
    uint32_t y = (mt->state[i] & 0x80000000U) | (mt->state[(i + 1) % WORDS] & 0x7fffffffU);
    mt->state[i] = mt->state[(i + MIDDLE) % WORDS] ^ y >> 1 ^ ((y & 1) != 0 ? 0x9908b0dfU : 0);
  }
  mt->at = 0;
}

uint32_t mt19937_next(struct mt19937 *mt)
{
  if (mt->at >= WORDS) refill(mt);
  uint32_t y = mt->state[mt->at++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680U;
  y ^= y << 15 & 0xefc60000U;
  return y ^ y >> 18;
}

uint64_t mt19937_limited(struct mt19937 *mt, uint64_t limit)
{
  uint64_t mask = limit, v;
  for (unsigned shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  if (limit == 0) return 0;
  if (limit <= UINT32_MAX) {
    do v = mt19937_next(mt) & mask;
    while (v > limit);
    return v;
  }
  for (;;) {
    v = ((uint64_t)mt19937_next(mt) << 32) & mask;
    if (v > limit) continue;
    v |= mt19937_next(mt);
    v &= mask;
    if (v <= limit) return v;
  }
}

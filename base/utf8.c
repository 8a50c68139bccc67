/* Decoding by the table of well-formed byte sequences in the Unicode standard (table 3-7): ranges of the first byte,
 * then checks for overlong forms, surrogates and the upper limit. Runs of ASCII, most of all text, are skipped in
 * larger steps. */
#include "base/utf8.h"

#include "base/check.h"

static inline bool tail(str s, size_t at) { return at < s.n && ((unsigned char)s.p[at] & 0xC0) == 0x80; }

unsigned utf8_decode(str s, size_t at, uint32_t *cp)
{
  const unsigned char *p = (const unsigned char *)s.p + at;
  if (p[0] < 0x80) {
    *cp = p[0];
    return 1;
  }
  if (p[0] >= 0xC2 && p[0] <= 0xDF && tail(s, at + 1)) {
    *cp = (uint32_t)(p[0] & 0x1F) << 6 | (p[1] & 0x3F);
    return 2;
  }
  if ((p[0] & 0xF0) == 0xE0 && tail(s, at + 1) && tail(s, at + 2)) {
    *cp = (uint32_t)(p[0] & 0x0F) << 12 | (uint32_t)(p[1] & 0x3F) << 6 | (p[2] & 0x3F);
    return *cp >= 0x800 && (*cp < 0xD800 || *cp > 0xDFFF) ? 3 : 0;
  }
  if ((p[0] & 0xF8) == 0xF0 && tail(s, at + 1) && tail(s, at + 2) && tail(s, at + 3)) {
    *cp = (uint32_t)(p[0] & 0x07) << 18 | (uint32_t)(p[1] & 0x3F) << 12 | (uint32_t)(p[2] & 0x3F) << 6 | (p[3] & 0x3F);
    return *cp >= 0x10000 && *cp <= 0x10FFFF ? 4 : 0;
  }
  return 0;
}

unsigned utf8_encode(uint32_t cp, char out[4])
{
  if (cp < 0x80) {
    out[0] = (char)cp;
    return 1;
  }
  if (cp < 0x800) {
    out[0] = (char)(0xC0 | cp >> 6);
    out[1] = (char)(0x80 | (cp & 0x3F));
    return 2;
  }
  if (cp < 0x10000) {
    out[0] = (char)(0xE0 | cp >> 12);
    out[1] = (char)(0x80 | (cp >> 6 & 0x3F));
    out[2] = (char)(0x80 | (cp & 0x3F));
    return 3;
  }
  out[0] = (char)(0xF0 | cp >> 18);
  out[1] = (char)(0x80 | (cp >> 12 & 0x3F));
  out[2] = (char)(0x80 | (cp >> 6 & 0x3F));
  out[3] = (char)(0x80 | (cp & 0x3F));
  return 4;
}

static inline size_t ascii_run(str s, size_t i)
{
  uint64_t w[4];
  for (; i + sizeof w <= s.n; i += sizeof w) {
    memcpy(w, s.p + i, sizeof w);
    if ((w[0] | w[1] | w[2] | w[3]) & 0x8080808080808080u) break;
  }
  for (; i + sizeof *w <= s.n; i += sizeof *w) {
    memcpy(w, s.p + i, sizeof *w);
    if (w[0] & 0x8080808080808080u) break;
  }
  while (i < s.n && (unsigned char)s.p[i] < 0x80) i++;
  return i;
}

size_t utf8_invalid_at(str s)
{
  for (size_t i = ascii_run(s, 0); i < s.n; i = ascii_run(s, i)) {
    uint32_t cp;
    unsigned n = utf8_decode(s, i, &cp);
    if (n == 0) return i;
    i += n;
  }
  return SIZE_MAX;
}

size_t utf8_count(str s)
{
  size_t count = 0;
  for (size_t i = 0; i < s.n; count++) {
    uint32_t cp;
    unsigned n = utf8_decode(s, i, &cp);
    i += n != 0 ? n : 1;
  }
  return count;
}

size_t utf8_offset(str s, size_t n)
{
  assert_hot(s.p != NULL || s.n == 0);
  size_t i = 0;
  while (n-- > 0 && i < s.n) {
    uint32_t cp;
    unsigned len = utf8_decode(s, i, &cp);
    i += len != 0 ? len : 1;
  }
  return i;
}

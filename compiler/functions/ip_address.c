#include "compiler/functions/ip_address.h"

#include "base/check.h"

#include <string.h>

static bool read_decimal(str s, unsigned limit, unsigned *out)
{
  *out = 0;
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_digit(s.p[i])) return false;
    *out = *out * 10 + (unsigned)(s.p[i] - '0');
    if (*out > limit) return false;
  }
  return s.n > 0;
}

/* Reads four decimal numbers. Leading zeroes are rejected, since some programs read them as octal. */
static bool read_ipv4(str s, uint8_t out[4])
{
  for (unsigned i = 0; i < 4; i++) {
    const str part = i < 3 ? str_cut(&s, '.') : s;
    unsigned n;
    if (!read_decimal(part, 255, &n) || (part.n > 1 && part.p[0] == '0')) return false;
    out[i] = (uint8_t)n;
  }
  return true;
}

static bool read_group(str s, uint8_t out[2])
{
  unsigned n = 0;
  if (s.n == 0 || s.n > 4) return false;
  for (size_t i = 0; i < s.n; i++) {
    if (ascii_hex(s.p[i]) < 0) return false;
    n = n * 16 + (unsigned)ascii_hex(s.p[i]);
  }
  out[0] = (uint8_t)(n >> 8);
  out[1] = (uint8_t)n;
  return true;
}

/* Reads groups with colons between them; the last may be an IPv4 address. Returns the number of bytes; -1: not
 * valid. */
static int read_groups(str s, uint8_t out[16], bool ipv4)
{
  int n = 0;
  while (s.n > 0) {
    const size_t colon = str_index(s, ':', 0);
    str part = str_sub(s, 0, colon == SIZE_MAX ? s.n : colon);
    if (n > 14) return -1;
    if (colon == SIZE_MAX && ipv4 && str_index(part, '.', 0) != SIZE_MAX) {
      if (n > 12 || !read_ipv4(part, out + n)) return -1;
      return n + 4;
    }
    if (!read_group(part, out + n)) return -1;
    n += 2;
    if (colon == SIZE_MAX) return n;
    s = str_from(s, colon + 1);
    if (s.n == 0) return -1;
  }
  return n;
}

/* "::" stands for at least one group. Before an IPv4 address Ruby counts the colons instead, and allows 6. */
static bool read_ipv6(str s, uint8_t out[16])
{
  uint8_t tail[16];
  size_t colons = 0;
  const size_t gap = str_find(s, STR("::"), 0);
  if (gap == SIZE_MAX) return read_groups(s, out, true) == 16;
  const int head = read_groups(str_sub(s, 0, gap), out, false);
  const int rest = read_groups(str_from(s, gap + 2), tail, true);
  for (size_t i = 0; i < s.n; i++) colons += s.p[i] == ':';
  const bool ipv4 = str_index(s, '.', 0) != SIZE_MAX;
  if (head < 0 || rest < 0 || (ipv4 ? colons > 6 : head + rest > 14)) return false;
  memset(out + head, 0, (size_t)(16 - head - rest));
  memcpy(out + 16 - rest, tail, (size_t)rest);
  return true;
}

static size_t width(const struct ip_address *a) { return a->family == IPV4 ? 4 : 16; }

static void mask_of_length(struct ip_address *a, unsigned length)
{
  for (size_t i = 0; i < 16; i++) {
    const unsigned bits = length > i * 8 ? length - (unsigned)i * 8 : 0;
    a->mask[i] = bits >= 8 ? 0xff : (uint8_t)(0xff00u >> bits);
  }
}

/* Whether a mask has ones followed by zeroes. */
static bool is_contiguous(const uint8_t *mask, size_t n)
{
  bool ended = false;
  for (size_t i = 0; i < n * 8; i++) {
    const bool bit = (mask[i / 8] >> (7 - i % 8) & 1) != 0;
    if (bit && ended) return false;
    ended = ended || !bit;
  }
  return true;
}

static bool read_address(str text, struct ip_address *out)
{
  bool only_ipv6 = false;
  if (text.n > 1 && text.p[0] == '[' && text.p[text.n - 1] == ']') {
    text = str_sub(text, 1, text.n - 2);
    only_ipv6 = true;
  }
  size_t percent = text.n;
  while (percent > 0 && ascii_is_word(text.p[percent - 1])) percent--;
  if (percent > 0 && percent < text.n && text.p[percent - 1] == '%') {
    text = str_sub(text, 0, percent - 1);
    only_ipv6 = true;
  }
  out->family = !only_ipv6 && read_ipv4(text, out->bytes) ? IPV4 : IPV6;
  return out->family == IPV4 || read_ipv6(text, out->bytes);
}

/* Reads a mask: the length of the prefix, or an address of the same family. */
static bool read_mask(str text, struct ip_address *a)
{
  unsigned length;
  if (read_decimal(text, 128, &length)) {
    if (text.p[0] == '0' && text.n > 1) return false;
    mask_of_length(a, length);
    return length <= width(a) * 8;
  }
  struct ip_address m;
  const size_t slash = str_index(text, '/', 0);
  if (slash != SIZE_MAX || !read_address(text, &m) || m.family != a->family) return false;
  memcpy(a->mask, m.bytes, sizeof a->mask);
  return is_contiguous(m.bytes, width(a));
}

bool ip_address_read(str text, struct ip_address *out)
{
  assert(out != NULL);
  *out = (struct ip_address){.family = NOT_IP};
  const size_t slash = str_index(text, '/', 0);
  struct ip_address a = {.family = NOT_IP};
  if (!read_address(str_sub(text, 0, slash == SIZE_MAX ? text.n : slash), &a)) return false;
  mask_of_length(&a, 128);
  if (slash != SIZE_MAX && !read_mask(str_from(text, slash + 1), &a)) return false;
  for (size_t i = 0; i < width(&a); i++) a.bytes[i] &= a.mask[i];
  *out = a;
  return true;
}

enum ip_family ip_address_family(str text)
{
  struct ip_address a;
  return ip_address_read(text, &a) ? a.family : NOT_IP;
}

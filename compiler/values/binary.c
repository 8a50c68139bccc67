/* Base 64 in the three forms of Ruby's pack and Base64 (relaxed, strict, URL), and the row of functions of Binary
 * values. */
#include "compiler/values/binary.h"

#include "base/check.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int digit_of(char c)
{
  if (ascii_is_upper((unsigned char)c)) return c - 'A';
  if (ascii_is_lower((unsigned char)c)) return c - 'a' + 26;
  if (ascii_is_digit((unsigned char)c)) return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes groups of four digits; an incomplete group at the end gives the whole bytes in it. Stops at the padding.
 * `skip` ignores other characters, as Ruby's unpack('m') does, which also ignores "=" in the first two places of a
 * group. */
static value decode(struct arena *a, str text, bool skip, size_t *end)
{
  char *bytes = arena_alloc(a, text.n / 4 * 3 + 3);
  size_t n = 0, i = 0;
  uint32_t bits = 0;
  int count = 0;
  for (; i < text.n; i++) {
    int d = digit_of(text.p[i]);
    if (d < 0) {
      if (skip && (text.p[i] != '=' || count % 4 < 2)) continue;
      break;
    }
    bits = bits << 6 | (uint32_t)d;
    if (++count % 4 != 0) continue;
    bytes[n++] = (char)(bits >> 16);
    bytes[n++] = (char)(bits >> 8);
    bytes[n++] = (char)bits;
  }
  *end = i;
  if (count % 4 == 2) bytes[n++] = (char)(bits >> 4);
  if (count % 4 == 3) {
    bytes[n++] = (char)(bits >> 10);
    bytes[n++] = (char)(bits >> 2);
  }
  return value_binary((str){bytes, n});
}

/* Strict: padded to groups of four, and the unused bits of the last digit are zero. */
static bool decode_strict(struct arena *a, str text, value *out)
{
  if (text.n % 4 != 0) return false;
  size_t end;
  *out = decode(a, text, false, &end);
  size_t padding = text.n - end;
  if (padding > 2) return false;
  for (size_t i = end; i < text.n; i++) {
    if (text.p[i] != '=') return false;
  }
  if (padding == 0) return true;
  return (digit_of(text.p[end - 1]) & (padding == 2 ? 15 : 3)) == 0;
}

/* Ruby's urlsafe_decode64 adds missing padding before it decodes strictly. */
static bool decode_url(struct arena *a, str text, value *out)
{
  struct buf plain = BUF_IN(a);
  for (size_t i = 0; i < text.n; i++) {
    char c = text.p[i];
    buf_char(&plain, c == '-' ? '+' : c == '_' ? '/' : c);
  }
  bool padded = str_ends(text, STR("="));
  for (size_t i = text.n; !padded && i % 4 != 0; i++) buf_char(&plain, '=');
  return decode_strict(a, buf_view(&plain), out);
}

bool binary_decode(struct arena *a, str text, enum base64_form form, value *out)
{
  size_t end;
  if (form == BASE64_STRICT) return decode_strict(a, text, out);
  if (form == BASE64_URL) return decode_url(a, text, out);
  *out = decode(a, text, true, &end);
  return true;
}

static void encode_group(struct buf *out, const unsigned char *p, size_t n, enum base64_form form)
{
  uint32_t bits = (uint32_t)p[0] << 16 | (n > 1 ? (uint32_t)p[1] << 8 : 0) | (n > 2 ? p[2] : 0);
  for (size_t i = 0; i < 4; i++) {
    char c = i > n ? '=' : digits[bits >> (18 - 6 * i) & 63];
    buf_char(out, form != BASE64_URL ? c : c == '+' ? '-' : c == '/' ? '_' : c);
  }
}

void binary_encode(struct buf *out, value v, enum base64_form form)
{
  assert(v.kind == V_BINARY && out != NULL);
  /* Ruby's pack('m') breaks lines after 60 characters, which encode 45 bytes. */
  enum { LINE = 45 }; /* bytes */
  for (size_t i = 0; i < v.length; i += 3) {
    if (form == BASE64_RELAXED && i != 0 && i % LINE == 0) buf_char(out, '\n');
    encode_group(out, (const unsigned char *)v.text + i, v.length - i < 3 ? v.length - i : 3, form);
  }
  if (form == BASE64_RELAXED && v.length != 0) buf_char(out, '\n');
}

/* --- the row --- */

static void render(struct buf *out, value v) { binary_encode(out, v, BASE64_STRICT); }

static void inspect(struct buf *out, value v)
{
  buf_z(out, "Binary(\"");
  render(out, v);
  buf_z(out, "\")");
}

static bool same(value a, value b, uint32_t depth)
{
  (void)depth;
  return str_eq(binary_bytes(a), binary_bytes(b));
}

static uint64_t hash(value v, uint32_t depth)
{
  (void)depth;
  return str_hash(binary_bytes(v));
}

const struct rich_kind binary_kind = {
  .ruby_class = "Puppet::Pops::Types::PBinaryType::Binary",
  .label = "Binary",
  .same = same,
  .hash = hash,
  .render = render,
  .inspect = inspect,
};

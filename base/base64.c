/* Decoding follows Ruby's unpack('m'), which ignores characters that are not digits; the strict form rejects them, and
 * also non-zero bits that the padding drops. */
#include "base/base64.h"

#include <assert.h>

static int digit_of(char c)
{
  if (ascii_is_upper((unsigned char)c)) return c - 'A';
  if (ascii_is_lower((unsigned char)c)) return c - 'a' + 26;
  if (ascii_is_digit((unsigned char)c)) return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Returns the next digit from *at on, skipping other characters; -1 at the end of the text, and at a "=" if the text
 * may end there. */
static int next_digit(str text, size_t *at, bool may_end)
{
  for (; *at < text.n && !(may_end && text.p[*at] == '='); ++*at) {
    const int digit = digit_of(text.p[*at]);
    if (digit < 0) continue;
    ++*at;
    return digit;
  }
  return -1;
}

str base64_decode(struct arena *a, str text)
{
  struct buf out = BUF_IN(a);
  for (size_t at = 0;;) {
    int digits[4];
    int n = 0;
    while (n < 4 && (digits[n] = next_digit(text, &at, n >= 2)) >= 0) n++;
    if (n >= 2) buf_char(&out, (char)(digits[0] << 2 | digits[1] >> 4));
    if (n >= 3) buf_char(&out, (char)(digits[1] << 4 | digits[2] >> 2));
    if (n < 4) return buf_view(&out);
    buf_char(&out, (char)(digits[2] << 6 | digits[3]));
  }
}

bool base64_decode_strictly(struct arena *a, str text, str *out)
{
  assert(out != NULL);
  struct buf b = BUF_IN(a);
  if (text.n % 4 != 0) return false;
  for (size_t i = 0; i < text.n; i += 4) {
    const bool last = i + 4 == text.n;
    const int pad = !last ? 0 : (text.p[i + 3] == '=') + (text.p[i + 3] == '=' && text.p[i + 2] == '=');
    uint32_t bits = 0;
    for (int k = 0; k < 4; k++) {
      const int digit = k < 4 - pad ? digit_of(text.p[i + (size_t)k]) : 0;
      if (digit < 0) return false;
      bits = bits << 6 | (uint32_t)digit;
    }
    /* Dropped bits must be zero. */
    if ((pad == 1 && (bits & 0xff) != 0) || (pad == 2 && (bits & 0xffff) != 0)) return false;
    for (int k = 0; k < 3 - pad; k++) buf_char(&b, (char)(bits >> (16 - 8 * k) & 0xff));
  }
  *out = buf_view(&b);
  return true;
}

str base64_from_url(struct arena *a, str text)
{
  struct buf b = BUF_IN(a);
  for (size_t i = 0; i < text.n; i++) buf_char(&b, text.p[i] == '-' ? '+' : text.p[i] == '_' ? '/' : text.p[i]);
  while (!str_ends(text, STR("=")) && b.n % 4 != 0) buf_char(&b, '=');
  return buf_view(&b);
}

void base64_append(struct buf *out, str bytes, bool url, size_t line)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const char *letters = url ? safe : plain;
  size_t column = 0;
  for (size_t i = 0; i < bytes.n; i += 3) {
    uint32_t bits = (uint32_t)(unsigned char)bytes.p[i] << 16;
    if (i + 1 < bytes.n) bits |= (uint32_t)(unsigned char)bytes.p[i + 1] << 8;
    if (i + 2 < bytes.n) bits |= (unsigned char)bytes.p[i + 2];
    const char four[] = {letters[bits >> 18], letters[bits >> 12 & 63], i + 1 < bytes.n ? letters[bits >> 6 & 63] : '=',
                         i + 2 < bytes.n ? letters[bits & 63] : '='};
    buf_append(out, four, sizeof four);
    column += sizeof four;
    if (line > 0 && (column >= line || i + 3 >= bytes.n)) {
      buf_char(out, '\n');
      column = 0;
    }
  }
}

str base64_encode(struct arena *a, str bytes, bool url, size_t line)
{
  struct buf out = BUF_IN(a);
  base64_append(&out, bytes, url, line);
  return buf_view(&out);
}

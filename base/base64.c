#include "base/base64.h"

#include "base/buf.h"

static int digit_of(char c)
{
  if (ascii_is_upper((unsigned char)c)) return c - 'A';
  if (ascii_is_lower((unsigned char)c)) return c - 'a' + 26;
  if (ascii_is_digit((unsigned char)c)) return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

str base64_decode(struct arena *a, str text)
{
  struct buf out = BUF_IN(a);
  uint32_t bits = 0;
  int n = 0;
  for (size_t i = 0; i < text.n && text.p[i] != '='; i++) {
    const int digit = digit_of(text.p[i]);
    if (digit < 0) continue;
    bits = bits << 6 | (uint32_t)digit;
    n += 6;
    if (n < 8) continue;
    n -= 8;
    buf_char(&out, (char)(bits >> n & 0xff));
  }
  return buf_view(&out);
}

/* The writer stores only the depth and whether a comma is due. Strings are copied in runs that need no escape, sixteen
 * bytes at a time, since most of the output is plain text. */
#include "base/json_write.h"
#include "base/check.h"

#include <stdint.h>

#include "base/json_plain.h"
#include "base/utf8.h"

void json_init(struct json_writer *w, struct buf *out, bool pretty)
{
  assert(w != NULL && out != NULL);
  *w = (struct json_writer){.out = out, .pretty = pretty, .first = true};
}

static inline void put_char(struct buf *out, char c)
{
  buf_reserve(out, 1);
  out->p[out->n++] = c;
  out->p[out->n] = '\0';
}

static void indent(struct json_writer *w)
{
  buf_char(w->out, '\n');
  for (uint32_t i = 0; i < w->depth; i++) buf_append(w->out, "  ", 2);
}

static inline void before_value(struct json_writer *w)
{
  if (w->after_key) {
    w->after_key = false;
    return;
  }
  if (!w->first) put_char(w->out, ',');
  if (w->pretty && w->depth != 0) indent(w);
  w->first = false;
}

static void begin(struct json_writer *w, char c)
{
  before_value(w);
  put_char(w->out, c);
  w->depth++;
  w->first = true;
}

static void end(struct json_writer *w, char c)
{
  assert(w->depth > 0);
  w->depth--;
  if (w->pretty && !w->first) indent(w);
  put_char(w->out, c);
  w->first = false;
}

void json_begin_object(struct json_writer *w) { begin(w, '{'); }
void json_end_object(struct json_writer *w) { end(w, '}'); }
void json_begin_array(struct json_writer *w) { begin(w, '['); }
void json_end_array(struct json_writer *w) { end(w, ']'); }

void json_key(struct json_writer *w, str key)
{
  before_value(w);
  json_quote(w->out, key);
  put_char(w->out, ':');
  if (w->pretty) put_char(w->out, ' ');
  w->after_key = true;
}

/* --- strings --- */

/* 0: copied; 1: \u00XX; 2: not ASCII; otherwise the letter of a short escape. */
static const unsigned char escape[256] = {
  [0 ... 7] = 1,   ['\b'] = 'b', ['\t'] = 't',  ['\n'] = 'n',        [11] = 1, ['\f'] = 'f', ['\r'] = 'r',
  [14 ... 31] = 1, ['"'] = '"',  ['\\'] = '\\', [0x80 ... 0xff] = 2,
};

/* Copies bytes up to the first that must be escaped. May write up to sixteen undefined bytes after them. */
static size_t copy_plain(char *to, const char *p, size_t n)
{
  size_t i = 0;
#ifdef __SSE2__
  const __m128i low = _mm_set1_epi8(0x20), quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  for (; n - i >= 16; i += 16) {
    const __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
    const __m128i odd = _mm_or_si128(_mm_cmplt_epi8(v, low),
                                     _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash)));
    const int mask = _mm_movemask_epi8(odd);
    _mm_storeu_si128((__m128i *)(to + i), v);
    if (mask != 0) return i + (size_t)__builtin_ctz((unsigned)mask);
  }
#else
  uint64_t x;
  for (; n - i >= sizeof x; i += sizeof x) {
    memcpy(&x, p + i, sizeof x);
    if (json__odd8(x)) break;
    memcpy(to + i, &x, sizeof x);
  }
#endif
  for (; i < n && escape[(unsigned char)p[i]] == 0; i++) to[i] = p[i];
  return i;
}

static _Thread_local unsigned long replaced;

unsigned long json_replaced(void) { return replaced; }

/* Writes a byte that must be escaped, or a character that is not ASCII. */
static char *quote_odd(char *to, str s, size_t *i)
{
  static const char hex[] = "0123456789abcdef";
  const unsigned char c = (unsigned char)s.p[*i], e = escape[c];
  uint32_t cp;
  if (e == 2) {
    unsigned n = utf8_decode(s, *i, &cp);
    if (n == 0) {
      ++*i;
      replaced++;
      return to + utf8_encode(0xFFFD, to);
    }
    memcpy(to, s.p + *i, n);
    *i += n;
    return to + n;
  }
  ++*i;
  *to++ = '\\';
  if (e != 1) {
    *to++ = (char)e;
    return to;
  }
  memcpy(to, "u00", 3);
  to[3] = hex[c >> 4];
  to[4] = hex[c & 15];
  return to + 5;
}

/* Writes from byte `i` on, piece by piece: a byte becomes at most six. */
static void quote_rest(struct buf *out, str s, size_t i)
{
  enum { PIECE = 512, WORST = 6 };
  while (i < s.n) {
    const size_t end = s.n - i > PIECE ? i + PIECE : s.n;
    buf_reserve(out, WORST * (end - i) + 24);
    char *to = out->p + out->n;
    while (i < end) {
      size_t n = copy_plain(to, s.p + i, end - i);
      i += n, to += n;
      while (i < end && escape[(unsigned char)s.p[i]] != 0) to = quote_odd(to, s, &i);
    }
    out->n = (size_t)(to - out->p);
  }
}

void json_quote(struct buf *out, str s)
{
  assert(out != NULL);
  buf_reserve(out, s.n + 2);
  char *to = json_put_plain(out->p + out->n, s);
  if (to != NULL) {
    *to = '\0';
    out->n = (size_t)(to - out->p);
    return;
  }
  out->n++;
  quote_rest(out, s, 0);
  put_char(out, '"');
}

void json_str(struct json_writer *w, str s)
{
  before_value(w);
  json_quote(w->out, s);
}

void json_int(struct json_writer *w, int64_t i)
{
  before_value(w);
  buf_int(w->out, i);
}

void json_uint(struct json_writer *w, uint64_t u)
{
  before_value(w);
  buf_printf(w->out, "%llu", (unsigned long long)u);
}

void json_bool(struct json_writer *w, bool b)
{
  before_value(w);
  buf_str(w->out, b ? STR("true") : STR("false"));
}

void json_null(struct json_writer *w)
{
  before_value(w);
  buf_append(w->out, "null", 4);
}

void json_raw(struct json_writer *w, str json)
{
  before_value(w);
  buf_str(w->out, json);
}

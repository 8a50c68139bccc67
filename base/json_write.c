#include "base/json_write.h"

#include <assert.h>

#include "base/utf8.h"

void json_init(struct json_writer *w, struct buf *out, bool pretty)
{
  *w = (struct json_writer){.out = out, .pretty = pretty, .first = true};
}

static void indent(struct json_writer *w)
{
  buf_char(w->out, '\n');
  for (uint32_t i = 0; i < w->depth; i++) buf_append(w->out, "  ", 2);
}

static void before_value(struct json_writer *w)
{
  if (w->after_key) {
    w->after_key = false;
    return;
  }
  if (!w->first) buf_char(w->out, ',');
  if (w->pretty && w->depth != 0) indent(w);
  w->first = false;
}

static void begin(struct json_writer *w, char c)
{
  before_value(w);
  buf_char(w->out, c);
  w->depth++;
  w->first = true;
}

static void end(struct json_writer *w, char c)
{
  assert(w->depth > 0);
  w->depth--;
  if (w->pretty && !w->first) indent(w);
  buf_char(w->out, c);
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
  if (w->pretty) buf_append(w->out, ": ", 2);
  else buf_char(w->out, ':');
  w->after_key = true;
}

/* 0: as is; 1: needs \u00XX; 2: not ASCII; else the letter of a short escape. */
static const unsigned char escape[256] = {
  [0 ... 7] = 1, ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', [11] = 1, ['\f'] = 'f', ['\r'] = 'r', [14 ... 31] = 1,
  ['"'] = '"', ['\\'] = '\\', [0x80 ... 0xff] = 2,
};

static size_t quote_odd(struct buf *out, str s, size_t i)
{
  unsigned char c = (unsigned char)s.p[i], e = escape[c];
  if (e == 2) {
    uint32_t cp;
    unsigned n = utf8_decode(s, i, &cp);
    if (n == 0) {
      buf_utf8(out, 0xFFFD);
      return 1;
    }
    buf_append(out, s.p + i, n);
    return n;
  }
  if (e == 1) {
    buf_printf(out, "\\u%04x", c);
  } else {
    char two[2] = {'\\', (char)e};
    buf_append(out, two, 2);
  }
  return 1;
}

void json_quote(struct buf *out, str s)
{
  buf_char(out, '"');
  size_t i = 0, from = 0;
  while (i < s.n) {
    if (escape[(unsigned char)s.p[i]] == 0) {
      i++;
      continue;
    }
    buf_append(out, s.p + from, i - from);
    i += quote_odd(out, s, i);
    from = i;
  }
  buf_append(out, s.p + from, i - from);
  buf_char(out, '"');
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

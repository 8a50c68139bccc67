/* Writes JSON text to a buffer, in the order of the calls. Compact, or pretty as Ruby's JSON.pretty_generate does (two
 * spaces, "key": value, [] and {} for empty containers). In strings that are not valid UTF-8 each bad byte is replaced
 * by U+FFFD, and json_replaced counts it; callers that must keep the bytes must encode them first. */
#ifndef FICELLE_BASE_JSON_WRITE_H
#define FICELLE_BASE_JSON_WRITE_H

#include "base/buf.h"

struct json_writer {
  struct buf *out;
  bool pretty;
  uint32_t depth;
  bool first; /* no element written yet in the innermost container */
  bool after_key;
};

void json_init(struct json_writer *w, struct buf *out, bool pretty);
void json_begin_object(struct json_writer *w);
void json_end_object(struct json_writer *w);
void json_begin_array(struct json_writer *w);
void json_end_array(struct json_writer *w);
void json_key(struct json_writer *w, str key);
void json_str(struct json_writer *w, str s);
void json_int(struct json_writer *w, int64_t i);
void json_uint(struct json_writer *w, uint64_t u);
void json_bool(struct json_writer *w, bool b);
void json_null(struct json_writer *w);
/* Writes text that already is JSON (a number in its own format). */
void json_raw(struct json_writer *w, str json);
/* Appends only a quoted string, without a writer. */
void json_quote(struct buf *out, str s);
/* The number of bytes that this thread has replaced by U+FFFD, for callers that must not change any data. */
unsigned long json_replaced(void);

static inline void json_kstr(struct json_writer *w, str key, str s)
{
  json_key(w, key);
  json_str(w, s);
}
static inline void json_kint(struct json_writer *w, str key, int64_t i)
{
  json_key(w, key);
  json_int(w, i);
}
static inline void json_kuint(struct json_writer *w, str key, uint64_t u)
{
  json_key(w, key);
  json_uint(w, u);
}
static inline void json_kbool(struct json_writer *w, str key, bool b)
{
  json_key(w, key);
  json_bool(w, b);
}

#endif

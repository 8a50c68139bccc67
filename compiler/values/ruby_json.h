/* JSON as Ruby's parser reads it, with its messages: it skips comments, rejects NaN and Infinity, and allows at most
 * 100 levels. */
#ifndef FICELLE_VALUES_RUBY_JSON_H
#define FICELLE_VALUES_RUBY_JSON_H

#include "compiler/values/value.h"

enum { RUBY_JSON_MAX_NESTING = 100 };

/* On failure returns false with the reason in *error: "unexpected token at 'x'". Integers beyond 64 bits are rejected
 * with "not supported …". A key that occurs twice keeps its place and gets the last value. */
bool ruby_json_read(struct arena *a, str text, value *out, str *error);

/* The layout of JSON.generate and JSON.pretty_generate. */
struct ruby_json_layout {
  str indent, space, space_before, object_nl, array_nl;
  bool allow_nan;
  uint32_t max_nesting; /* 0: unlimited */
};
/* The layout of JSON.pretty_generate. */
extern const struct ruby_json_layout ruby_json_pretty;
/* Appends a value as JSON; values that JSON lacks as their text. On failure returns false with Ruby's reason in
 * *error. */
bool ruby_json_write(struct buf *out, value v, const struct ruby_json_layout *layout, str *error);

#endif

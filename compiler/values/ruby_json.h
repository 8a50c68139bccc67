/* JSON as Ruby's parser reads it, with its messages: comments are passed over, NaN and Infinity refused, a
 * hundred levels are the most. */
#ifndef FICELLE_VALUES_RUBY_JSON_H
#define FICELLE_VALUES_RUBY_JSON_H

#include "compiler/values/value.h"

enum { RUBY_JSON_MAX_NESTING = 100 };

/* False with the reason in *error: "unexpected token at 'x'". Integers beyond 64 bits are refused with a
 * reason that begins with "not supported". A key that comes twice keeps its place and gets the last value. */
bool ruby_json_read(struct arena *a, str text, value *out, str *error);

/* How JSON.generate and JSON.pretty_generate lay out. */
struct ruby_json_layout {
  str indent, space, space_before, object_nl, array_nl;
  bool allow_nan;
  uint32_t max_nesting; /* 0: any */
};
/* That of JSON.pretty_generate. */
extern const struct ruby_json_layout ruby_json_pretty;
/* Appends the JSON of anything: what JSON lacks becomes its text. False with Ruby's reason in *error. */
bool ruby_json_write(struct buf *out, value v, const struct ruby_json_layout *layout, str *error);

#endif

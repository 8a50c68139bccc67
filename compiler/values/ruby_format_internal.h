/* Shared by ruby_format.c, which parses formats, and ruby_put.c, which writes values. */
#ifndef FICELLE_VALUES_RUBY_FORMAT_INTERNAL_H
#define FICELLE_VALUES_RUBY_FORMAT_INTERNAL_H

#include "compiler/values/ruby_format.h"

#define FAIL_FORMAT(f, ...) fail_error((f)->context, FAILURE_EVALUATION, __VA_ARGS__)

/* How arguments were taken so far, which must not be mixed. `next` counts the unnumbered ones. */
enum taking { TAKING_NOTHING, TAKING_UNNUMBERED, TAKING_NUMBERED, TAKING_NAMED };

struct format {
  struct context *context;
  struct arena *arena;
  str text;
  size_t at;
  const value *args;
  uint32_t n, next;
  enum taking taking;
  struct buf *out;
};

/* A directive %…: flags, width and precision, as given. */
struct directive {
  bool minus, plus, space, zero, sharp;
  bool any_flag, has_width, dot, has_precision;
  int width, precision;
  bool has_value;
  value v;
  str name; /* with its brackets; may be empty */
};

/* Ruby's implicit conversion to an integer, for widths and characters. */
int64_t ruby_implicit_integer(struct format *f, value v);
/* Writes a value by a directive and its letter; '}' for {name}. */
void ruby_put(struct format *f, const struct directive *d, char letter, value v);

#endif

/* Formats of String(value, format): reading them, merging them with the defaults, finding the one for a
 * value. */
#ifndef FICELLE_TYPES_STRING_FORMAT_H
#define FICELLE_TYPES_STRING_FORMAT_H

#include "compiler/types/type.h"
#include "compiler/values/context.h"

struct format_map;

struct string_format {
  str text; /* as it was given: "%#10.2s" */
  char letter;
  bool left, alternate, zero;
  char plus;      /* ' ', '+' or '\0' */
  char delimiter; /* [ { ( < | or '\0' */
  bool has_width, has_precision;
  int64_t width, precision;
  const str *separator, *separator2; /* containers; NULL: the default */
  const struct format_map *contents; /* containers: formats of the elements; NULL: the default */
};

/* The most specific type first. */
struct format_map {
  uint32_t n, cap;
  struct format_entry {
    const struct type *type;
    const struct string_format *format;
  } * entries;
};

/* Returns the formats of String(value, formats): `formats` is a string or a hash of types to formats (its type is in
 * convert_string.c), merged with the defaults. */
const struct format_map *string_format_map(struct context *c, value v, value formats);
/* Returns the format for values of a type; "%s" if the map has none. */
const struct string_format *string_format_find(struct context *c, const struct format_map *map, const struct type *t);
/* The default format of elements of containers: "%p". */
const struct format_map *string_format_contents(struct context *c);

/* Appends the value by the formats above; `formats` may be `default`. */
void string_convert(struct context *c, struct buf *out, value v, value formats);

#endif

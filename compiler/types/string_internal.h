/* String(value, formats): what string_convert.c and string_container.c share. */
#ifndef FICELLE_TYPES_STRING_INTERNAL_H
#define FICELLE_TYPES_STRING_INTERNAL_H

#include "compiler/types/string_format.h"

/* The depth in nested containers, and whether these break lines. */
struct indentation {
  uint32_t level;
  bool first, indenting;
};

struct conversion {
  struct context *context;
  struct arena *arena;
  struct buf *out;
};

void string_put_value(struct conversion *c, value v, const struct format_map *map, struct indentation in);
void string_put_array(struct conversion *c, const struct string_format *f, const struct array *a,
                      const struct format_map *map, struct indentation in);
void string_put_hash(struct conversion *c, const struct string_format *f, const struct hash *h,
                     const struct format_map *map, struct indentation in);
/* Appends the expression that makes an object, with its attributes on lines of their own. */
struct object;
void string_put_object(struct conversion *c, const struct object *o, uint32_t level);
_Noreturn void string_illegal_format(struct conversion *c, const struct string_format *f, const char *kind,
                                     const char *letters);
/* Whether the letter of a format is in `letters`. */
bool string_format_is(const struct string_format *f, const char *letters);

#endif

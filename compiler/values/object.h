/* Instances of Object types (types/object_type.h). */
#ifndef FICELLE_VALUES_OBJECT_H
#define FICELLE_VALUES_OBJECT_H

#include "compiler/types/object_type.h"
#include "compiler/values/rich.h"

struct object {
  const struct type *type;      /* without type parameters */
  void *native;                 /* of built-in types that hold more than attributes; NULL */
  value fields[];               /* as many as the type has, in its order */
};

extern const struct rich_kind object_kind;

/* An instance with those fields, copied; n of them, the others have their defaults. */
value object_new(struct arena *a, const struct type *t, const value *fields, uint32_t n);
/* The attribute of that name; NULL: the object holds none such. */
const value *object_field(const struct object *o, str name);
/* The attributes that differ from their defaults, as a hash makes the object again. */
const struct hash *object_hash(struct arena *a, const struct object *o);

/* What interpolation shows. `depth`: how deep in other values it is; what is too deep is shown as "...". */
void object_render_at(struct buf *out, const struct object *o, uint32_t depth);

#endif

/* Types as data: each kind of type is described by an object type, such as "Pcore::IntegerType" with the attributes
 * `from` and `to`. Rich JSON contains types in this form. */
#ifndef FICELLE_TYPES_TYPE_DATA_H
#define FICELLE_TYPES_TYPE_DATA_H

#include "compiler/types/object_type.h"

/* "Pcore::IntegerType"; aliases and object types with parameters have their own. In the arena. */
str type_data_name(struct arena *a, const type *t);
/* Returns the attributes of a type, without the defaults at the end. Their values are types, arrays of types, or
 * instances of Pcore::StructElement. */
const struct hash *type_data_attributes(struct arena *a, const type *t);
/* Makes a type from its attributes; `meta` is one of the built-in types of types. Fails if the attributes do not
 * describe a type. */
const type *type_from_data(struct context *c, const type *meta, const struct hash *attributes);
/* Whether an object type is such a type of types. */
bool type_is_meta(const type *t);

#endif

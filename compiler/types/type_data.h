/* Types as data: each kind of type is represented by an object type, "Pcore::IntegerType" with the attributes `from`
 * and `to`. Rich JSON writes types so, and reads them back. */
#ifndef FICELLE_TYPES_TYPE_DATA_H
#define FICELLE_TYPES_TYPE_DATA_H

#include "compiler/types/object_type.h"

/* "Pcore::IntegerType"; aliases and object types with parameters have their own. In the arena. */
str type_data_name(struct arena *a, const type *t);
/* The attributes of a type, those at the end left out that have their defaults. What is in them are values: types,
 * arrays of types, instances of Pcore::StructElement. */
const struct hash *type_data_attributes(struct arena *a, const type *t);
/* The way back: `meta` is one of the built-in types of types. Attributes that do not make a type fail. */
const type *type_from_data(struct context *c, const type *meta, const struct hash *attributes);
/* Whether an object type is such a type of types. */
bool type_is_meta(const type *t);

#endif

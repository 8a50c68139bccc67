/* Reads rich data from JSON, as value_write_json() with JSON_RICH and Puppet's own writers write it. */
#ifndef FICELLE_VALUES_RICH_DATA_H
#define FICELLE_VALUES_RICH_DATA_H

#include "compiler/types/type.h"

/* Converts plain data to values: hashes with a __ptype become instances of that type, everything else is unchanged.
 * Unknown types fail ("No implementation mapping found for Puppet Type X"), or with `allow_unresolved` their hashes are
 * kept as they are. Attributes of objects are checked by the object's type. `data` is shared by the result; failures
 * are Puppet's, at c->node. */
value value_from_rich_data(struct context *c, const struct type_resolver *r, value data, bool allow_unresolved);

#endif

/* MessagePack (https://msgpack.org): data as JSON has it, in fewer bytes. Agents that have the library send reports in
 * it and accept catalogs. */
#ifndef FICELLE_VALUES_MSGPACK_H
#define FICELLE_VALUES_MSGPACK_H

#include "compiler/values/value.h"

/* Reads one object, and nothing after it. Strings and binaries become texts (invalid UTF-8: bytes), keys that are not
 * strings are kept. Nesting and sizes are limited by the size of the text; extension types are refused. Borrows the
 * bytes of `data`. False with a message that names the offset. */
bool msgpack_read(struct arena *a, str data, value *out, str *error);
/* Of data: what JSON lacks is not to be in it (a Binary is its bytes; anything else becomes its text). */
void msgpack_write(struct buf *out, value v);

#endif

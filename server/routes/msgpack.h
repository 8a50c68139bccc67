/* MessagePack (https://msgpack.org): the data of JSON in fewer bytes. Agents that have the library send reports in it
 * and accept catalogs. */
#ifndef FICELLE_SERVER_ROUTES_MSGPACK_H
#define FICELLE_SERVER_ROUTES_MSGPACK_H

#include "compiler/values/value.h"

/* Reads one object and nothing after it. Strings and binaries become strings (invalid UTF-8: binary); keys that are not
 * strings are kept. The size of the text limits nesting and sizes; extension types are rejected. Borrows the bytes of
 * `data`. On failure returns false with a message that contains the offset. */
bool msgpack_read(struct arena *a, str data, value *out, str *error);
/* Writes plain data. The caller must not pass values that JSON lacks: a Binary is written as its bytes, others as their
 * text. */
void msgpack_write(struct buf *out, value v);

#endif

/* What the files of the wire formats share. */
#ifndef FICELLE_INDIRECTOR_WIRE_WIRE_INTERNAL_H
#define FICELLE_INDIRECTOR_WIRE_WIRE_INTERNAL_H

#include "indirector/wire/wire.h"

/* Empty is null. */
value wire_text_or_null(str s);
static inline void wire_put(struct hash *h, struct arena *a, const char *key, value v)
{
  hash_put_str(h, a, str_of(key), v);
}

#endif

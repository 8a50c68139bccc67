/* Binary: bytes, printed as base 64. */
#ifndef FICELLE_VALUES_BINARY_H
#define FICELLE_VALUES_BINARY_H

#include "compiler/values/rich.h"

extern const struct rich_kind binary_kind;

/* Borrows at most UINT32_MAX bytes. */
static inline value value_binary(str bytes)
{
  return (value){.kind = V_BINARY, .length = (uint32_t)bytes.n, .text = bytes.p};
}
static inline str binary_bytes(value v) { return (str){v.text, v.length}; }

/* Forms of base 64: STRICT is RFC 4648 with full padding. URL has "-" and "_" instead of "+" and "/", and optional
 * padding. RELAXED (RFC 2045) skips characters that are not base 64 digits. */
enum base64_form { BASE64_STRICT, BASE64_URL, BASE64_RELAXED };
/* Returns false if the text does not have this form. */
bool binary_decode(struct arena *a, str text, enum base64_form form, value *out);
/* Encodes in a form; RELAXED with a line break after every 60 characters and at the end. */
void binary_encode(struct buf *out, value v, enum base64_form form);

#endif

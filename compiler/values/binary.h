/* Binary: bytes, printed as base 64. */
#ifndef FICELLE_VALUES_BINARY_H
#define FICELLE_VALUES_BINARY_H

#include "compiler/values/rich.h"

extern const struct rich_kind binary_kind;

/* Borrows the bytes; at most UINT32_MAX. */
static inline value value_binary(str bytes)
{
  return (value){.kind = V_BINARY, .length = (uint32_t)bytes.n, .text = bytes.p};
}
static inline str binary_bytes(value v) { return (str){v.text, v.length}; }

/* How text is base 64: STRICT as RFC 4648 with all padding and nothing else, URL with "-" and "_" instead of "+" and
 * "/", with optional padding, RELAXED (RFC 2045) skips characters that are not base 64 digits. */
enum base64_form { BASE64_STRICT, BASE64_URL, BASE64_RELAXED };
/* False when the text is not of that form. */
bool binary_decode(struct arena *a, str text, enum base64_form form, value *out);
/* RELAXED: a line break after every 60 characters and at the end. */
void binary_encode(struct buf *out, value v, enum base64_form form);

#endif

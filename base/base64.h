/* Base64, as Ruby reads and writes it. */
#ifndef FICELLE_BASE_BASE64_H
#define FICELLE_BASE_BASE64_H

#include "base/arena.h"
#include "base/buf.h"

/* Returns the decoded bytes. Skips characters that are not base64 digits; a "=" in one of the last two places of a
 * group of four ends the input. */
str base64_decode(struct arena *a, str text);
/* Nothing is passed over: false when the text is not whole and well formed. */
bool base64_decode_strictly(struct arena *a, str text, str *out);
/* The digits with + and / instead of - and _, and the padding, which is optional in that alphabet. */
str base64_from_url(struct arena *a, str text);
/* Encodes with padding. `url`: uses - and _ instead of + and /. Adds a line break after each `line` characters and at
 * the end; 0: no line breaks. */
str base64_encode(struct arena *a, str bytes, bool url, size_t line);
void base64_append(struct buf *out, str bytes, bool url, size_t line);

#endif

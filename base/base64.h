/* Base64 like Ruby's. */
#ifndef FICELLE_BASE_BASE64_H
#define FICELLE_BASE_BASE64_H

#include "base/arena.h"
#include "base/buf.h"

/* Returns the decoded bytes. Skips characters that are not base64 digits; a "=" as the third or fourth of a group of
 * four ends the input. */
str base64_decode(struct arena *a, str text);
/* Skips nothing: returns false if the text is not complete and valid. */
bool base64_decode_strictly(struct arena *a, str text, str *out);
/* Converts the URL alphabet to the normal one: - and _ become + and /, and the optional padding is added. */
str base64_from_url(struct arena *a, str text);
/* Encodes with padding. `url`: uses - and _ instead of + and /. Adds a line break after each `line` characters and at
 * the end; 0: no line breaks. */
str base64_encode(struct arena *a, str bytes, bool url, size_t line);
void base64_append(struct buf *out, str bytes, bool url, size_t line);

#endif

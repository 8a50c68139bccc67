/* Base64, as Ruby reads and writes it. */
#ifndef FICELLE_BASE_BASE64_H
#define FICELLE_BASE_BASE64_H

#include "base/arena.h"

/* The bytes; what is no digit is passed over, a "=" that stands for one of the last two of four ends it. */
str base64_decode(struct arena *a, str text);
/* Nothing is passed over: false when the text is not whole and well formed. */
bool base64_decode_strictly(struct arena *a, str text, str *out);
/* With padding. `url`: - and _ in place of + and /. A line break comes after each `line` characters and at the end; 0:
 * there are none. */
str base64_encode(struct arena *a, str bytes, bool url, size_t line);

#endif

/* Base64 as Ruby's unpack('m') reads it. */
#ifndef FICELLE_BASE_BASE64_H
#define FICELLE_BASE_BASE64_H

#include "base/arena.h"

/* The bytes; what is no digit is passed over, the first "=" ends it. */
str base64_decode(struct arena *a, str text);

#endif

/* Compact JSON in pretty form, for the terminal. */
#ifndef FICELLE_CLI_JSON_PRETTY_H
#define FICELLE_CLI_JSON_PRETTY_H

#include "base/str.h"

/* Converts it piece by piece, so that the complete text is never in memory. The JSON must be valid. */
void json_reformat(str compact, void (*put)(void *ctx, const char *text, size_t n), void *ctx);

#endif

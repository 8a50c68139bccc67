/* Prints floats like Ruby: the shortest digits that read back as the same value, with an exponent below 1e-4, and from
 * 1e15 on unless there are digits after the point; always with a decimal point. */
#ifndef FICELLE_SYNTAX_FLOAT_TEXT_H
#define FICELLE_SYNTAX_FLOAT_TEXT_H

#include "base/buf.h"

void float_text(struct buf *out, double d); /* d is finite */

#endif

/* Rendering EPP templates: what the functions epp and inline_epp do, and `ficelle epp render`. The result is a
 * string, or a Sensitive of one. */
#ifndef FICELLE_TEMPLATE_TEMPLATE_H
#define FICELLE_TEMPLATE_TEMPLATE_H

#include "compiler/compilation.h"

/* "module/file", with or without .epp, or an absolute path. `args` NULL: none were given. */
value template_epp(struct compilation *c, struct scope *s, str name, const struct hash *args);
/* A text; it sees the local variables of s. */
value template_inline_epp(struct compilation *c, struct scope *s, str text, const struct hash *args);

#endif

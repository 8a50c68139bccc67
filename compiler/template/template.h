/* Rendering EPP templates: what the functions epp and inline_epp do, and `ficelle epp render`. The result is a
 * string, or a Sensitive of one. */
#ifndef FICELLE_TEMPLATE_TEMPLATE_H
#define FICELLE_TEMPLATE_TEMPLATE_H

#include "compiler/compilation/compilation.h"

/* "module/file", with or without .epp, or an absolute path. `args` NULL: none were given. */
value template_epp(struct compilation *c, struct scope *s, str name, const struct hash *args);
/* A text; it sees the local variables of s. */
value template_inline_epp(struct compilation *c, struct scope *s, str text, const struct hash *args);

/* ERB: what the functions template and inline_template make of one template or text. What needs Ruby goes to Ruby;
 * fails with Puppet's "Failed to parse template …". */
value template_erb(struct compilation *c, struct scope *s, str name);
value template_inline_erb(struct compilation *c, struct scope *s, str text);

#endif

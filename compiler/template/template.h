/* Rendering of templates: the functions epp and inline_epp, and `ficelle epp render`. The result is a string, or a
 * Sensitive of one. */
#ifndef FICELLE_TEMPLATE_TEMPLATE_H
#define FICELLE_TEMPLATE_TEMPLATE_H

#include "compiler/compilation/compilation.h"

/* Renders "module/file", with or without .epp, or an absolute path. `args` NULL: none were given. */
value template_epp(struct compilation *c, struct scope *s, str name, const struct hash *args);
/* Renders a text, which can use the local variables of s. */
value template_inline_epp(struct compilation *c, struct scope *s, str text, const struct hash *args);

/* Render one ERB template or text, for the functions template and inline_template; in Ruby if necessary. Fail with
 * Puppet's "Failed to parse template …". */
value template_erb(struct compilation *c, struct scope *s, str name);
value template_inline_erb(struct compilation *c, struct scope *s, str text);

#endif

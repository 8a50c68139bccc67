/* What the files of compiler/ruby/ share. */
#ifndef FICELLE_RUBY_INTERNAL_H
#define FICELLE_RUBY_INTERNAL_H

#include "compiler/ruby/ruby.h"

/* The plug-in, loaded and started; fails when that cannot be. */
const struct ruby_plugin *ruby_plugin_start(struct compilation *c);
void ruby_plugin_end(void);
/* Whether there is stack enough to go on. */
bool ruby_stack_left(void);
const struct ruby_host *ruby_host_make(const char *library);

/* Values of the message that is being written, by address (wire_seen.c). */
void wire_seen_begin(void);
/* Where the one at `p` was written; false when it was not: it is at `place` from now on. */
bool wire_seen(const void *p, size_t place, size_t *before);

#endif

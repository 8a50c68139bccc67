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

/* --- twins (twin.c): arrays, hashes and things of the core that both sides know by a number --- */
enum { TWIN_OF_CORE, TWIN_OF_RUBY };    /* who counted: the last bit of the number */
/* A message to Ruby begins; one is handed over: until then Ruby does not know what is in it. */
void twins_begin(struct compilation *c);
void twins_sent(struct compilation *c);
/* Ruby is called for this compilation; it is over. */
void twins_enter(struct compilation *c, const struct ruby_plugin *plugin);
void twins_end(struct compilation *c);
/* Neither side knows any twin from now on. */
void twins_forget(struct compilation *c, const struct ruby_plugin *plugin);
/* The number of a value that Ruby knows. */
bool twin_number(struct compilation *c, value v, uint32_t *number);
/* Gives it one; false: values of its kind have none. */
bool twin_add(struct compilation *c, value v, uint32_t *number);
bool twin_find(struct compilation *c, uint32_t number, value *v);
/* What Ruby calls so. */
void twin_put(struct compilation *c, uint32_t number, value v);
/* Ruby has changed it in place. Fails when it would contain itself. */
void twin_change(struct compilation *c, uint32_t number, value contents);

#endif

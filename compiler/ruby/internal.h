/* What the files of compiler/ruby/ share. */
#ifndef FICELLE_RUBY_INTERNAL_H
#define FICELLE_RUBY_INTERNAL_H

#include "compiler/ruby/ruby.h"

/* The plug-in, loaded and started; fails with the reason when that is impossible. */
const struct ruby_plugin *ruby_plugin_start(struct compilation *c);
void ruby_plugin_end(void);
/* Whether the stack has room for a call. */
bool ruby_stack_left(void);
const struct ruby_host *ruby_host_make(const char *library);
/* Opens the file of ruby_keep_compiled; false if that was not called. */
bool ruby_open_compiled(const char *by);

/* Addresses of rich values in the message that is being written (wire_seen.c). */
void wire_seen_begin(void);
/* Whether the value at `p` is in the message, and at which offset. If not, it is recorded at `place`. */
bool wire_seen(const void *p, size_t place, size_t *before);

/* --- twins (twin.c): arrays, hashes and things of the core that both sides know by a number --- */
enum { TWIN_OF_CORE, TWIN_OF_RUBY }; /* which side chose the number: its last bit */
/* Begins a message to Ruby; releases the numbers of a message that was never sent. */
void twins_begin(struct compilation *c);
/* The message has been sent: Ruby knows the twins in it. */
void twins_sent(struct compilation *c);
/* Ruby is called for this compilation. */
void twins_enter(struct compilation *c, const struct ruby_plugin *plugin);
/* The compilation is over: values that outlive it get their contents back. */
void twins_end(struct compilation *c);
/* Both sides drop all twins. */
void twins_forget(struct compilation *c, const struct ruby_plugin *plugin);
/* The number of a twin; false: the value is none. */
bool twin_number(struct compilation *c, value v, uint32_t *number);
/* Makes it a twin; false: values of its kind cannot be. */
bool twin_add(struct compilation *c, value v, uint32_t *number);
/* The twin of that number; false: no such twin. */
bool twin_find(struct compilation *c, uint32_t number, value *v);
/* Makes it a twin with the number that Ruby chose. */
void twin_put(struct compilation *c, uint32_t number, value v);
/* Replaces the contents of a twin that Ruby has changed in place. Fails when it would contain itself. */
void twin_change(struct compilation *c, uint32_t number, value contents);

#endif

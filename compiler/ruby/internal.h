/* Shared by the files of compiler/ruby/. */
#ifndef FICELLE_RUBY_INTERNAL_H
#define FICELLE_RUBY_INTERNAL_H

#include "compiler/ruby/ruby.h"

/* Loads and starts the plug-in; fails with the reason if that is impossible. */
const struct ruby_plugin *ruby_plugin_start(struct compilation *c);
void ruby_plugin_end(void);
/* Whether the stack has enough space for a call. */
bool ruby_stack_left(void);
const struct ruby_host *ruby_host_make(const char *library);
/* Opens the file of ruby_keep_compiled; false if that was not called. */
bool ruby_open_compiled(const char *by);

/* The addresses of rich values in the message that is being written (wire_seen.c). */
void wire_seen_begin(void);
/* Whether the value at `p` is in the message, and its offset. If not, it is recorded at `place`. */
bool wire_seen(const void *p, size_t place, size_t *before);

/* Writes a large array or hash as WIRE_TREE, if it has only plain parts that are not twins yet (wire_tree.c). */
bool wire_put_tree(struct compilation *c, struct buf *out, value v);

/* --- twins (twin.c): arrays, hashes and objects of the core that both sides know by a number --- */
enum { TWIN_OF_CORE, TWIN_OF_RUBY }; /* the side that chose the number: its lowest bit */
/* Begins a message to Ruby; releases the numbers of a message that was not sent. */
void twins_begin(struct compilation *c);
/* Called when a message was sent: Ruby knows the twins in it. */
void twins_sent(struct compilation *c);
/* Called before Ruby is called for this compilation. */
void twins_enter(struct compilation *c, const struct ruby_plugin *plugin);
/* Called at the end of the compilation: restores the contents of values that outlive it. */
void twins_end(struct compilation *c);
/* Both sides drop all twins. */
void twins_forget(struct compilation *c, const struct ruby_plugin *plugin);
/* Returns the number of a twin; false: the value is not a twin. */
bool twin_number(struct compilation *c, value v, uint32_t *number);
/* Makes a value a twin; false: not possible for its kind. */
bool twin_add(struct compilation *c, value v, uint32_t *number);
/* Returns how many twins of the core there are; releases the numbers from `first` on, which were not sent. */
uint32_t twins_of_core(struct compilation *c);
void twins_drop_from(struct compilation *c, uint32_t first);
/* Finds a twin by its number; false: not found. */
bool twin_find(struct compilation *c, uint32_t number, value *v);
/* Makes a value a twin with the number that Ruby chose. */
void twin_put(struct compilation *c, uint32_t number, value v);
/* Replaces the contents of a twin that Ruby has changed in place. Fails if it would contain itself. */
void twin_change(struct compilation *c, uint32_t number, value contents);

#endif

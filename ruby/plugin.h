/* What the files of the plug-in share. It converts values, calls, protects and limits. What functions, types and templates
 * are is in ruby/lib and compiler/ruby; only the calls of functions are here (functions.c). */
#ifndef FICELLE_PLUGIN_H
#define FICELLE_PLUGIN_H

#include <ruby.h>
#include <ruby/encoding.h>

#include "compiler/ruby/wire.h"

extern const struct ruby_host *plugin_host;
extern VALUE plugin_module;              /* Ficelle */

/* --- values (values.c) --- */
void values_init(void);
/* Reads values from a message of the core. It is on the stack while it is used: so Ruby sees what it holds. */
struct reader {
  const char *at, *end, *begin;
  VALUE again;                           /* Hash of values by place; 0: none yet */
  uint64_t crossing;                     /* when it began */
};
struct reader reader_of(struct ruby_bytes message);
/* Raises when the bytes are no value. */
VALUE value_read(struct reader *r);
/* Values that go to the core are gathered in one buffer. Raises for what cannot cross. */
void writer_begin(void);
void value_write(VALUE v);
void value_write_not_found(void);
/* What a call with those arguments gives: often a large hash is nearly one of them. */
void value_write_result(VALUE v, const VALUE *args, uint32_t n);
struct ruby_bytes writer_bytes(void);
/* A call into the core or from it begins or ends: messages that are being read or written are overwritten. */
void values_crossing(void);
/* Objects that the core holds by number are forgotten. */
void values_forget(void);

/* --- twins (twins.c) --- */
void twins_init(void);
/* Qundef: there is none of that number. */
VALUE twin_get(uint32_t number);
bool twin_number(VALUE v, uint32_t *number);
/* The core's number for an object, or a new one of Ruby's. */
void twin_put(uint32_t number, VALUE v);
uint32_t twin_add(VALUE v);
/* From now on the array or hash tells when it is changed; so does a text that stands in one. */
void twin_watch(VALUE v);
VALUE twin_element(VALUE v);
/* How many were changed since the last message that was sent, and their numbers. */
uint32_t twins_changed(const uint32_t **all);
/* A message to the core begins; it is handed over: until then the core does not know what is in it. */
void twins_begin(void);
void twins_sent(void);
void twins_forget(void);

/* --- functions (functions.c) --- */
/* `nothing_found`: what a call gives when a data function has no value. */
void functions_init(VALUE nothing_found);
/* A compilation is over. */
void functions_forget(void);

/* --- limits (limit.c) --- */
void limit_init(void);
/* What runs until limit_leave may take so much. Calls nest: the outermost counts. limit_leave is given what limit_enter
 * gave. */
int limit_enter(const struct ruby_limits *limits);
/* What the outermost call took too much of, as a message; NULL: it kept within its limits. */
const char *limit_leave(int outer);
/* A compilation is over. Until then the process keeps Ruby's handlers of signals and its limit of memory: calls are many,
 * and short. */
void limit_end(void);
/* How many calls there are, one in another. */
int limit_depth(void);
/* The clock stands still while the core works. */
void limit_pause(void);
void limit_resume(void);
/* Handlers of signals: those of Ruby while it runs, the program's own otherwise. */
void signals_save(void);
void signals_restore(void);

#endif

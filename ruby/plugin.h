/* What the files of the plug-in share. The plug-in converts values, calls in both directions, catches exceptions and
 * enforces limits. It knows nothing of functions, types and templates (ruby/lib and compiler/ruby do), except how
 * functions are called (functions.c). */
#ifndef FICELLE_PLUGIN_H
#define FICELLE_PLUGIN_H

#include <ruby.h>
#include <ruby/encoding.h>

#include "compiler/ruby/wire.h"

extern const struct ruby_host *plugin_host;
extern VALUE plugin_module; /* Ficelle */

/* --- values (values.c) --- */
void values_init(void);
/* Reads values from a message of the core. It must be on the stack, where the garbage collector finds `again`. */
struct reader {
  const char *at, *end, *begin;
  VALUE again;       /* Hash place -> value, of those that stand in several places; 0: none yet */
  uint64_t crossing; /* number of the call that the message belongs to */
};
struct reader reader_of(struct ruby_bytes message);
/* Raises when the message is damaged. */
VALUE value_read(struct reader *r);
/* Messages to the core are written into one buffer: writer_begin empties it, writer_bytes is its contents until the
 * next writer_begin. Writing raises for values that cannot cross. */
void writer_begin(void);
void value_write(VALUE v);
void value_write_not_found(void);
/* The result of a call with these arguments: a large hash is often nearly one of them (WIRE_LIKE). */
void value_write_result(VALUE v, const VALUE *args, uint32_t n);
struct ruby_bytes writer_bytes(void);
/* A twin has changed (Qundef: all twins are dropped): results are no longer compared with what it was. */
void values_base_changed(VALUE hash);
/* A call into the core or from it begins: it overwrites the messages that are being read or written. */
void values_crossing(void);
/* The compilation is over: drops the objects that the core knows by number. */
void values_forget(void);

/* --- twins (twins.c) --- */
void twins_init(void);
/* The twin of that number; Qundef: there is none. */
VALUE twin_get(uint32_t number);
/* The number of a twin; false: the object is none. */
bool twin_number(VALUE v, uint32_t *number);
/* Makes an object a twin: with the number that the core chose, or with a new one of Ruby's. */
void twin_put(uint32_t number, VALUE v);
uint32_t twin_add(VALUE v);
/* From now on changes of the array or hash are noticed; twin_element does the same for a text in one, and returns its
 * argument. */
void twin_watch(VALUE v);
VALUE twin_element(VALUE v);
/* The numbers of the twins that were changed since the last message was sent, and how many. */
uint32_t twins_changed(const uint32_t **all);
/* A message to the core begins: numbers of one that was never sent are free again. */
void twins_begin(void);
/* The message has been sent: the core knows the twins and changes in it. */
void twins_sent(void);
/* Drops all twins. */
void twins_forget(void);

/* --- functions (functions.c) --- */
/* `nothing_found`: the result of a call when a data function has no value for the key. */
void functions_init(VALUE nothing_found);
/* Ficelle.call_function without a block and without the call of a method: (number of the function of the current world,
 * number of the dispatch, arguments …). */
VALUE functions_call(int argc, const VALUE *argv);
/* The compilation is over. */
void functions_forget(void);

/* --- compiled code (compiled.c) --- */
/* From now on files are loaded from code that the core keeps, where it has some. */
void compiled_init(void);

/* --- limits (limit.c) --- */
void limit_init(void);
/* What runs until limit_leave is limited. Calls nest: the limits of the outermost one count. limit_leave takes the
 * result of limit_enter. */
int limit_enter(const struct ruby_limits *limits);
/* The message when the outermost call has exceeded a limit; NULL: it has not. */
const char *limit_leave(int outer);
/* The compilation is over: sets the program's signal handlers and RLIMIT_DATA again. They stay changed between calls,
 * which are many and short. */
void limit_end(void);
/* How many calls are nested now. */
int limit_depth(void);
/* The clock stands still while the core works. */
void limit_pause(void);
void limit_resume(void);
/* Signal handlers and blocked signals before Ruby starts: signals_restore sets them again and remembers Ruby's
 * handlers. */
void signals_save(void);
void signals_restore(void);

#endif

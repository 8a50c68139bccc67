/* Shared by the files of the plug-in. The plug-in converts values, transfers calls in both directions, catches
 * exceptions and enforces limits. It is independent of types and templates (see ruby/lib and compiler/ruby), and of
 * functions except for how they are called (functions.c). */
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
  VALUE again;       /* Hash position -> value, of values that occur several times; 0: none yet */
  bool in_tree;      /* its arrays and hashes are numbered in order (tree_next) */
  uint64_t crossing; /* number of the call that the message belongs to */
};
struct reader reader_of(struct ruby_bytes message);
/* Raises an exception if the message is damaged. */
VALUE value_read(struct reader *r);
/* Messages to the core are written to one buffer: writer_begin clears it; writer_bytes returns its contents, valid
 * until the next writer_begin. Writing raises an exception for values that cannot be transferred. */
void writer_begin(void);
void value_write(VALUE v);
void value_write_not_found(void);
/* Writes the result of a call with these arguments: a large hash often differs little from one of them (WIRE_LIKE). */
void value_write_result(VALUE v, const VALUE *args, uint32_t n);
struct ruby_bytes writer_bytes(void);
/* A twin has changed (Qundef: all twins are dropped): results are no longer compared with its former contents. */
void values_base_changed(VALUE hash);
/* Called at the beginning of a call into the core or from it, which overwrites the messages that are being read or
 * written. */
void values_crossing(void);
/* At the end of a compilation: drops the objects that the core knows by number. */
void values_forget(void);

/* --- twins (twins.c) --- */
void twins_init(void);
/* The twin with that number; Qundef: none. */
VALUE twin_get(uint32_t number);
/* The number of a twin; false: the object is not a twin. */
bool twin_number(VALUE v, uint32_t *number);
/* Makes an object a twin, with a number that the core chose or with a new number of Ruby's. */
void twin_put(uint32_t number, VALUE v);
uint32_t twin_add(VALUE v);
/* Detects changes of the array or hash from now on; twin_element does the same for a string in it, and returns its
 * argument. */
void twin_watch(VALUE v);
VALUE twin_element(VALUE v);
/* Whether it is watched as it was made: an array, hash or string that is not frozen and has neither methods nor
 * instance variables of its own. */
bool twin_is_plain(VALUE v);
/* The numbers of the twins that have changed since the last message was sent; returns how many. */
uint32_t twins_changed(const uint32_t **all);
/* At the beginning of a message to the core: numbers assigned for a message that was not sent are reused. */
void twins_begin(void);
/* After a message was sent: the core now knows the twins in it and their changes. */
void twins_sent(void);
/* Drops all twins. */
void twins_forget(void);

/* --- trees (trees.c): large values that cross in several compilations --- */
void trees_init(void);
/* The tree of these bytes from an earlier compilation, if nothing in it has changed since; its arrays and hashes are
 * twins from now on, from the given number on. Qundef: none. */
VALUE tree_find(const char *bytes, size_t n, uint32_t number);
/* Begins to read a tree. tree_next returns the number of its next array or hash. Each array, hash and string that can
 * be changed is passed to tree_add; tree_end keeps the tree if the same bytes came before. */
void tree_begin(const char *bytes, size_t n, uint32_t number);
uint32_t tree_next(void);
void tree_add(VALUE v);
void tree_end(void);
/* An array, hash or string has changed that has this number (NULL: none): no tree that could contain it is kept. */
void trees_changed(const uint32_t *number);
/* The twins were dropped: the kept trees can be used again. */
void trees_release(void);
/* Drops all trees. */
void trees_forget(void);

/* --- functions (functions.c) --- */
/* `nothing_found`: the result of a call if a data function has no value for the key. */
void functions_init(VALUE nothing_found);
/* Implements Ficelle.call_function without a block and without the overhead of a method call: (number of the function
 * in the current world, number of the dispatch, arguments …). */
VALUE functions_call(int argc, const VALUE *argv);
/* At the end of a compilation. */
void functions_forget(void);

/* --- compiled code (compiled.c) --- */
/* From now on files are loaded from code that the core keeps, where it has some. */
void compiled_init(void);

/* --- limits (limit.c) --- */
void limit_init(void);
/* Everything until limit_leave is limited. Calls can be nested: the limits of the outermost one apply. limit_leave
 * takes the result of limit_enter. */
int limit_enter(const struct ruby_limits *limits);
/* The message if the outermost call has exceeded a limit; NULL: it has not. */
const char *limit_leave(int outer);
/* At the end of a compilation: restores the program's signal handlers and RLIMIT_DATA. They stay changed between calls,
 * which are many and short. */
void limit_end(void);
/* How many calls are nested. */
int limit_depth(void);
/* Pauses the clock while the core works. */
void limit_pause(void);
void limit_resume(void);
/* signals_save saves signal handlers and blocked signals before Ruby starts; signals_restore restores them and saves
 * Ruby's handlers. */
void signals_save(void);
void signals_restore(void);

#endif

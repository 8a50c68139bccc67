/* The context of a compilation, used by all parts of the compiler: memory, depth, the place being evaluated, and
 * failing. The functions that fail do not return: they describe the failure in `failure` (failure.h) and jump to the
 * innermost context_protect, like Lua's protected call. Resources that must be released are registered with the
 * arena. */
#ifndef FICELLE_VALUES_CONTEXT_H
#define FICELLE_VALUES_CONTEXT_H

#include <setjmp.h>

#include "base/arena.h"
#include "base/deadline.h"
#include "compiler/syntax/label.h"
#include "compiler/values/failure.h"
#include "compiler/values/value.h"

struct context;
struct signature;

/* Called before a failure jumps to a protected call, because the stack frames in between are lost. */
struct context_unwind {
  jmp_buf *abort; /* the protected call */
  void (*run)(struct context *c, struct context_unwind *u);
};

/* Operations of functions that types need. */
struct context_ops {
  /* Returns the signatures of `new` for a type; NULL: it has no `new`. */
  const struct signature *(*constructors)(struct context *c, const struct type *t, uint32_t *n);
};

struct context {
  const struct context_ops *ops; /* NULL: types have no `new` */
  struct arena *arena;
  jmp_buf *abort;                /* innermost protected call */
  struct context_unwind *unwind; /* innermost one; NULL: none */
  struct failure failure;
  struct source *source; /* text being evaluated */
  const ast *node;       /* innermost node being evaluated: the place of errors without one */
  /* Returns the place of errors while no node is evaluated: a resource that is being finished or written; NULL: no
   * place. */
  struct failure_place (*locate)(const void *subject);
  const void *subject;
  uint32_t depth, max_depth; /* at most NESTING_LEVELS, unless a setting gives another limit */
  bool near_limit;           /* a resource limit was reached, so what was being made may be incomplete */
};

/* Values are made in `a`, which must outlive the context. */
void context_init(struct context *c, struct arena *a);
/* The failure handler of the arena in a protected call, also for other arenas of a compilation; `ctx` is the
 * context. */
arena_fail_fn context_out_of_memory;
/* Runs step(c, arg); returns true if it returned, false if it failed (the error is in c->failure). Calls can be nested,
 * also those of several contexts with one arena. Meanwhile running out of memory in c->arena is a FAILURE_LIMIT failure
 * of c; afterwards the arena has the failure handler that it had before. */
bool context_protect(struct context *c, void (*step)(struct context *c, void *arg), void *arg);

/* Fails with this description. A missing label or place is that of f.node, or with a wrap that of c->node; a text that
 * is too long is truncated. */
_Noreturn void fail_with(struct context *c, struct failure f);
/* Passes a caught failure, c->failure, to the next outer protected call. */
_Noreturn void fail_again(struct context *c);
/* Shorthands. An error that Puppet raises in a function; the evaluator adds the label and place of c->node:
 * WRAP_LABEL. */
_Noreturn void fail_error(struct context *c, enum failure_class class, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
/* The same with a complete text. */
_Noreturn void fail_text(struct context *c, str text);
/* The same for arguments that a function does not accept: in Puppet an ArgumentError of Ruby. */
_Noreturn void fail_argument(struct context *c, str text);
/* An issue at a node (NULL: at c->node), with the arguments of its text: WRAP_EVALUATION. */
_Noreturn void fail_issue(struct context *c, const ast *node, enum issue issue, ...);
/* A complete message: WRAP_NONE. */
_Noreturn void fail_message(struct context *c, enum failure_class class, str message);
/* A feature of Puppet that is not implemented: "not supported: <what>", as fail_error. */
#define fail_not_supported(c, ...) fail_error(c, FAILURE_EVALUATION, "not supported: " __VA_ARGS__)
/* Reports that a limit is reached: FAILURE_LIMIT, with the place of c->node if there is memory for it. LIMIT_DEPTH: of
 * nesting, or of the stack when it is used up; LIMIT_STACK: of another stack; LIMIT_MEMORY: outside the arena. */
enum context_limit { LIMIT_DEPTH, LIMIT_STACK, LIMIT_MEMORY };
_Noreturn void fail_limit(struct context *c, enum context_limit limit);

/* Sets a missing label and place of a failure to those of f->node, or of c->node. */
void failure_locate(struct context *c, struct failure *f);
/* The message of c->failure, in c's arena. */
static inline str context_message(const struct context *c) { return failure_message(c->arena, &c->failure); }
/* Appends " (file: F, line: N, column: C)" for a node of the text being evaluated; nothing if the place is unknown. */
void context_place(struct context *c, const ast *node, struct buf *out);

/* Calls work() with an arena that is released afterwards, also after a failure, which is passed on. */
void context_with_scratch(void (*work)(struct arena *a, void *arg), void *arg);

/* Returns the context of the innermost protected call in this thread, for functions without a context of their own;
 * NULL: none. */
struct context *context_running(void);

/* Whether regex_search finds a match at `from` or behind it. An expression that backtracks too long has no answer, so
 * context_running() fails; false without one. */
bool context_search(const struct regex *re, str s, size_t from, struct regex_match *m);

/* The handler for deadline_set when a compilation takes too long; `ctx` is the context. */
void context_out_of_time(void *ctx);

/* For every recursion over input: fails with FAILURE_LIMIT at the maximum depth and past the deadline.
 * context_enter_node does not check the clock: the text has a limited number of nodes, unless calls loop. */
static inline void context_enter_node(struct context *c)
{
  if (++c->depth > c->max_depth || stack_low()) fail_limit(c, LIMIT_DEPTH);
}
static inline void context_enter(struct context *c)
{
  deadline_step();
  context_enter_node(c);
}
static inline void context_leave(struct context *c) { c->depth--; }

/* Copies an array or hash so that no array or hash occurs in it twice, or in another value: Puppet makes a copy there,
 * which is visible when it is changed in place and in the references of serialized data. Other values are returned as
 * they are. */
value value_unshared_copy(struct context *c, value v);
static inline value value_unshared(struct context *c, value v)
{
  return v.kind == V_ARRAY || v.kind == V_HASH ? value_unshared_copy(c, v) : v;
}

/* Appends the items; arrays at any depth as their elements. */
void value_flatten(struct context *c, struct valuevec *out, const value *items, uint32_t n);
static inline struct valuevec value_flat(struct context *c, const value *items, uint32_t n)
{
  struct valuevec out = {0};
  value_flatten(c, &out, items, n);
  return out;
}

#endif

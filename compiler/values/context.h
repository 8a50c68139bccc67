/* The context of one compilation that everything in the compiler gets: memory, depth, the place being evaluated, and
 * the one way to fail. Failing never returns: the failure is described in `failure` (see failure.h) and control goes to
 * the innermost context_protect (Lua's protected call). What must be released is with the arena. */
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

/* What is to be done before control goes back to a protected call: afterwards the stack in between is gone. */
struct context_unwind {
  jmp_buf *abort; /* the protected call */
  void (*run)(struct context *c, struct context_unwind *u);
};

/* What only the functions know, for types. */
struct context_ops {
  /* What `new` of a type takes: one signature a way to make a value; NULL: none can be made. */
  const struct signature *(*constructors)(struct context *c, const struct type *t, uint32_t *n);
};

struct context {
  const struct context_ops *ops; /* NULL: no values can be made of types */
  struct arena *arena;
  jmp_buf *abort;                /* innermost protected call */
  struct context_unwind *unwind; /* innermost one; NULL: none */
  struct failure failure;
  struct source *source; /* text being evaluated */
  const ast *node;       /* innermost node being evaluated: place of errors that know none */
  /* Where they belong while no node is evaluated: a resource that is finished or written; NULL: nowhere. */
  struct failure_place (*locate)(const void *subject);
  const void *subject;
  uint32_t depth, max_depth; /* at most NESTING_LEVELS, unless a setting gives another limit */
  bool near_limit;           /* a resource limit was hit, perhaps in the middle of making something that lasts */
};

/* `a` is the arena of what is made; it must outlive the context. */
void context_init(struct context *c, struct arena *a);
/* The handler that a protected call gives the arena, for other arenas that a compilation uses; `ctx` is the context. */
arena_fail_fn context_out_of_memory;
/* Runs step(c, arg); true if it returned, false if it failed (c->failure has the error). Calls can be nested, also
 * those of several contexts with one arena. Meanwhile running out of memory in c->arena is a FAILURE_LIMIT failure of
 * c; afterwards the arena has the failure handler that it had before. */
bool context_protect(struct context *c, void (*step)(struct context *c, void *arg), void *arg);

/* The one way to fail: with this description. What it leaves out of label and place is that of f.node, or with a wrap
 * that of c->node; a text that is too long is shortened. */
_Noreturn void fail_with(struct context *c, struct failure f);
/* Passes a caught failure, c->failure, on to the next protected call out. */
_Noreturn void fail_again(struct context *c);
/* Shorthands. An error of Puppet's raised in a function, which the evaluator puts the label and place of c->node
 * around: WRAP_LABEL. */
_Noreturn void fail_error(struct context *c, enum failure_class class, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
/* The same of a text that is made already. */
_Noreturn void fail_text(struct context *c, str text);
/* An issue at a node (NULL: at c->node), with the arguments of its text: WRAP_EVALUATION. */
_Noreturn void fail_issue(struct context *c, const ast *node, enum issue issue, ...);
/* A message that is complete: WRAP_NONE. */
_Noreturn void fail_message(struct context *c, enum failure_class class, str message);
/* Something that exists in Puppet but not yet here: "not supported: <what>", as fail_error. */
#define fail_not_supported(c, ...) fail_error(c, FAILURE_EVALUATION, "not supported: " __VA_ARGS__)
/* A limit is reached: FAILURE_LIMIT, with the place of c->node where there is memory for it. LIMIT_DEPTH: of nesting,
 * or of the stack when that is used up; LIMIT_STACK: of another stack; LIMIT_MEMORY: outside the arena. */
enum context_limit { LIMIT_DEPTH, LIMIT_STACK, LIMIT_MEMORY };
_Noreturn void fail_limit(struct context *c, enum context_limit limit);

/* Label and place of f->node, or of c->node, into what the failure leaves out. */
void failure_locate(struct context *c, struct failure *f);
/* The text of c->failure, in c's arena. */
static inline str context_message(const struct context *c) { return failure_message(c->arena, &c->failure); }
/* The place of a node of the text being evaluated. */
struct failure_place context_place_of(const struct context *c, const ast *node);
/* Appends " (file: F, line: N, column: C)" of a node of the text being evaluated; nothing when unknown. */
void context_place(struct context *c, const ast *node, struct buf *out);

/* Calls work with an arena that is gone afterwards, also when the work fails; a failure is passed on. */
void context_with_scratch(void (*work)(struct arena *a, void *arg), void *arg);

/* The context of the innermost protected call in this thread, for recursions and operations that have none at hand;
 * NULL: there is none. */
struct context *context_running(void);

/* An expression backtracks without end where no context is at hand: context_running() fails; returns without one. */
void context_regex_limit(const struct regex *re);

/* For deadline_set: the compilation takes longer than it may; `ctx` is the context. */
void context_out_of_time(void *ctx);

/* Every recursion over input goes through these; too deep is a FAILURE_LIMIT failure, and so is to go past the
 * deadline. context_enter_node leaves the clock alone: nodes are as many as the text has, unless a call goes round. */
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

/* A copy of an array or hash in which no array or hash stands twice, or in another value: where Puppet makes one,
 * changes in place and references in what is written show it. Other values are themselves. */
value value_unshared_copy(struct context *c, value v);
static inline value value_unshared(struct context *c, value v)
{
  return v.kind == V_ARRAY || v.kind == V_HASH ? value_unshared_copy(c, v) : v;
}

/* Appends the items, arrays at every depth by their elements. */
void value_flatten(struct context *c, struct valuevec *out, const value *items, uint32_t n);

#endif

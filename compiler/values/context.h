/* The context of one compilation that everything in the compiler gets: memory, depth, the place being evaluated, and
 * the one way to fail. Failing never returns: the failure is described in `failure` and control goes to the innermost
 * context_protect (Lua's protected call). Nothing on the way is told; what must be released is with the arena. */
#ifndef FICELLE_VALUES_CONTEXT_H
#define FICELLE_VALUES_CONTEXT_H

#include <setjmp.h>

#include "base/arena.h"
#include "base/deadline.h"
#include "compiler/observer.h"
#include "compiler/syntax/ast.h"
#include "compiler/syntax/diag.h"
#include "compiler/values/value.h"

/* What kind of error it was to Puppet: data lookups turn some of them into others. */
enum failure_origin {
  FAILED_IN_PUPPET,
  FAILED_IN_LOOKUP,             /* of a data lookup itself */
  FAILED_IN_RUBY,               /* an exception that is none of Puppet's own */
  FAILED_NOT_FOUND              /* no failure: a data function that does not have the key */
};

/* Errors of a lookup know no place in manifests. The definition whose parameter's default fails with one adds its own. */
enum failure_place { PLACE_KNOWN, PLACE_WITHOUT_LINE, PLACE_UNKNOWN };

struct failure {
  enum failure_class class;
  enum issue issue;             /* ISSUE_RUNTIME_ERROR for errors without a code */
  str message;                  /* complete, as Puppet prints it after "Error: ", without " on node …" */
  str text;                     /* of fail_error: what it was given, without prefix and place; else empty */
  bool located;                 /* message ends with its place already */
  enum failure_place place;
  bool whole;                   /* nothing is put in front of the message on its way out */
  bool uncaught;                /* nothing of Puppet catches its like: the message is all that is told, without a node */
  enum failure_origin origin;
  const struct runtime *raised; /* what code in Ruby raised; NULL: it was not, or that does not matter */
};

struct context;

/* What is to be done before control goes back to a protected call: afterwards the stack in between is gone. */
struct context_unwind {
  jmp_buf *abort;               /* the protected call */
  void (*run)(struct context *c, struct context_unwind *u);
};

struct context {
  struct arena *arena;
  jmp_buf *abort;               /* innermost protected call */
  struct context_unwind *unwind;   /* innermost one; NULL: none */
  struct failure failure;
  struct source *source;        /* text being evaluated */
  const ast *node;              /* innermost node being evaluated: place of errors that know none */
  uint32_t depth, max_depth;
  bool near_limit;              /* a resource limit was hit, perhaps in the middle of making something that lasts */
};

/* Depth that fits the usual stack of 8 MB, also with sanitizers. */
enum { CONTEXT_DEFAULT_DEPTH = 3000 };

/* Also becomes the arena's failure handler: running out of memory is a FAILURE_LIMIT failure. */
void context_init(struct context *c, struct arena *a);
/* The handler it gives the arena, for other arenas that a compilation uses; `ctx` is the context. */
arena_fail_fn context_out_of_memory;
/* Runs step(c, arg); true when it returned, false when it failed (c->failure says how). Nests. */
bool context_protect(struct context *c, void (*step)(struct context *c, void *arg), void *arg);

/* An issue at a node (NULL: at c->node). "Evaluation Error: " is put in front, the place behind. Arguments are those
 * of the issue's text. */
_Noreturn void fail_issue(struct context *c, const ast *node, enum issue issue, ...);
/* An error that knows no place, as a Ruby exception raised in a function: it becomes "Evaluation Error: Error while
 * evaluating a <label of c->node>, <text> (place)". */
_Noreturn void fail_error(struct context *c, enum failure_class class, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for an exception that is none of Puppet's own: FAILED_IN_RUBY. */
_Noreturn void fail_exception(struct context *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* What code in Ruby raised: fail_message when it is `placed`, else fail_error or fail_exception by its origin. */
_Noreturn void fail_raised(struct context *c, const struct runtime *raised, bool placed, enum failure_origin origin,
                           str text);
/* The same for one that Puppet lets go by (ScriptError: a file that cannot be loaded, a method that is not there). */
_Noreturn void fail_uncaught(struct context *c, const struct runtime *raised, str text);
/* A message that is complete. */
_Noreturn void fail_message(struct context *c, enum failure_class class, str message);
/* Passes a caught failure on to the next protected call out. */
_Noreturn void fail_again(struct context *c);
/* What fail_issue would say: "Evaluation Error: <text> (file: …, line: …, column: …)". For issues that a setting turns
 * into warnings: `prefix` false leaves "Evaluation Error: " out. */
str fail_issue_text(struct context *c, const ast *node, bool prefix, enum issue issue, ...);
/* Something that exists in Puppet but not yet here: "not supported: <what>". */
_Noreturn void fail_not_supported(struct context *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Appends " (file: F, line: N, column: C)" of a node of the text being evaluated; nothing when unknown. */
void context_place(struct context *c, const ast *node, struct buf *out);

/* Calls work with an arena that is gone afterwards, also when the work fails; a failure is passed on. */
void context_with_scratch(void (*work)(struct arena *a, void *arg), void *arg);

/* An expression backtracks without end where no context is at hand: the protected call that runs in this thread fails.
 */
void context_regex_limit(const struct regex *re);

/* Somebody asks of a whole number beyond 64 bits whether it is a number: the protected call that runs in this thread
 * fails with "not supported". */
_Noreturn void context_no_big_integers(void);

/* For deadline_set: the compilation takes longer than it may; `ctx` is the context. */
void context_out_of_time(void *ctx);

/* Every recursion over input goes through these; too deep is a FAILURE_LIMIT failure, and so is to go past the
 * deadline. context_enter_node leaves the clock alone: nodes are as many as the text has, unless a call goes round. */
static inline void context_enter(struct context *c);
static inline void context_enter_node(struct context *c);
_Noreturn void fail_depth(struct context *c);
/* The compilation exceeds its memory limit outside its arena. */
_Noreturn void fail_memory_limit(struct context *c);
static inline void context_enter_node(struct context *c)
{
  if (++c->depth > c->max_depth || stack_low()) fail_depth(c);
}
static inline void context_enter(struct context *c)
{
  deadline_step();
  context_enter_node(c);
}
static inline void context_leave(struct context *c) { c->depth--; }

/* A copy of an array or hash in which no array or hash stands twice, or in another value: where Puppet makes one,
 * changes in place and references in what is written show it. Other values are themselves. */
value value_copied_apart(struct context *c, value v);
static inline value value_apart(struct context *c, value v)
{
  return v.kind == V_ARRAY || v.kind == V_HASH ? value_copied_apart(c, v) : v;
}

/* Puppet's names for what errors speak of: "Function Call", "Resource Statement", "'+' expression" … for nodes,
 * "String", "Integer[1, 1]", "Undef Value", "File['x'] Resource-Reference" … for values; with their article. */
str label_of_node(struct arena *a, const ast *node);
str label_of_value(struct arena *a, value v);
str label_article(struct arena *a, str label);        /* "a String", "an Integer", "a 'x'" */
str label_article_upper(struct arena *a, str label);  /* "A String", "An Integer" */

#endif

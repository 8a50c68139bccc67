/* Leaving an evaluation early: jumps of break(), next() and return(), and caught failures. Both restore struct dynamic
 * and local variables. */
#ifndef FICELLE_SCOPE_JUMP_H
#define FICELLE_SCOPE_JUMP_H

#include <setjmp.h>

#include "compiler/scope/scope.h"

/* Runs step(context, arg) like context_protect; after a failure also restores the evaluator's state, so that the
 * compilation can continue. */
bool eval_protect(struct compilation *c, void (*step)(struct context *context, void *arg), void *arg);

/* Jumps: those of break(), next() and return(); JUMP_RUBY: a Ruby block jumps to an outer place in Ruby, which only the
 * return into Ruby catches. */
enum jump_kind { JUMP_BREAK, JUMP_NEXT, JUMP_RETURN, JUMP_RUBY };
_Noreturn void eval_jump(struct compilation *c, enum jump_kind kind, value v);
/* Runs step(c, arg). True if it returned; false if a jump in `kinds` (1u << JUMP_…) ended it: *v is its value then.
 * Failures pass through. */
bool eval_catch(struct compilation *c, unsigned kinds, void (*step)(struct compilation *c, void *arg), void *arg,
                value *v);
/* Catches every jump to an outer place, where jumps cannot pass; sets *kind. */
bool eval_catch_crossing(struct compilation *c, void (*step)(struct compilation *c, void *arg), void *arg,
                         enum jump_kind *kind, value *v);

/* Returns the place of the current call, or of the `outer`-th call around it: a file (may be empty) and a line (0: the
 * beginning of a text). False if there are fewer calls. */
bool eval_call_place(struct compilation *c, uint32_t outer, str *file, uint32_t *line);

/* --- parts of the dynamic state --- */
/* A target of break, next or return. On the C stack. */
struct jump_point {
  jmp_buf buf;
  unsigned kinds;
  enum jump_kind kind; /* the jump that was caught */
  value v;
  struct source *source;
  const ast *node;
  uint32_t depth;
  struct dynamic dynamic; /* saved before */
  jmp_buf *abort;         /* the innermost protected call, which a jump restores */
  struct context_unwind *unwind;
};

/* Saves the frames of a scope before new ones are pushed; a jump across it restores them. */
struct frame_guard {
  struct scope *scope;
  struct frame *frame;
  struct frame_guard *outer;
};

/* A call or a text in evaluation (node NULL: a text, for which Puppet reports line 0). On the C stack. */
struct call_frame {
  struct source *source;
  const ast *node;
  struct call_frame *outer;
};

/* The output of a template so far. */
struct epp_output {
  struct buf text;
  bool sensitive;
  struct epp_output *outer;
};

static inline void frame_guard_enter(struct compilation *c, struct frame_guard *g, struct scope *s)
{
  g->scope = s;
  g->frame = s->frame;
  g->outer = c->dynamic.guards;
  c->dynamic.guards = g;
}

static inline void frame_guard_leave(struct compilation *c, struct frame_guard *g)
{
  g->scope->frame = g->frame;
  c->dynamic.guards = g->outer;
}

static inline void call_frame_enter(struct compilation *c, struct call_frame *f, const ast *node)
{
  *f = (struct call_frame){.source = c->context.source, .node = node, .outer = c->dynamic.calls};
  c->dynamic.calls = f;
}

static inline void call_frame_leave(struct compilation *c, struct call_frame *f) { c->dynamic.calls = f->outer; }

#endif

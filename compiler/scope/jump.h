/* Leaving an evaluation before its end: jumps of break(), next() and return(), and failures that are caught. Both put
 * the dynamic state back (struct dynamic), local variables included. */
#ifndef FICELLE_SCOPE_JUMP_H
#define FICELLE_SCOPE_JUMP_H

#include <setjmp.h>

#include "compiler/scope/scope.h"

/* Runs step(context, arg) as context_protect does, and puts the evaluator's state back when it failed: then the
 * compilation may go on. */
bool eval_protect(struct compilation *c, void (*step)(struct context *context, void *arg), void *arg);

/* Jumps: those of break(), next() and return(); JUMP_RUBY: a Ruby block jumps to an outer place in Ruby, which only the
 * return into Ruby catches. */
enum jump_kind { JUMP_BREAK, JUMP_NEXT, JUMP_RETURN, JUMP_RUBY };
_Noreturn void eval_jump(struct compilation *c, enum jump_kind kind, value v);
/* Runs step(c, arg); true when it returned, false when one of the jumps in `kinds` (1u << JUMP_…) ended it:
 * then *v is the value it carried. Failures pass through. */
bool eval_catch(struct compilation *c, unsigned kinds, void (*step)(struct compilation *c, void *arg), void *arg,
                value *v);
/* Catches every jump that an outer place waits for, where it cannot pass through; *kind is set to its kind. */
bool eval_catch_crossing(struct compilation *c, void (*step)(struct compilation *c, void *arg), void *arg,
                         enum jump_kind *kind, value *v);

/* The place of the call that is being evaluated, or of the `outer`-th call around it: a file, empty if it has none, and
 * a line, 0 for the beginning of a text. False if there are fewer calls. */
bool eval_call_place(struct compilation *c, uint32_t outer, str *file, uint32_t *line);

/* --- what the dynamic state is made of --- */
/* A place that break, next or return may come back to. Lives on the C stack. */
struct jump_point {
  jmp_buf buf;
  unsigned kinds;
  enum jump_kind kind; /* the jump that was caught */
  value v;
  struct source *source;
  const ast *node;
  uint32_t depth;
  struct dynamic dynamic; /* as it was before */
  jmp_buf *abort;         /* protected calls that a jump leaves are not the innermost any more */
  struct context_unwind *unwind;
};

/* Remembers the frames of a scope that is about to get new ones; a jump across it puts them back. */
struct frame_guard {
  struct scope *scope;
  struct frame *frame;
  struct frame_guard *outer;
};

/* A call that is being evaluated, or a text (node NULL: Puppet reports line 0). Lives on the C stack. */
struct call_frame {
  struct source *source;
  const ast *node;
  struct call_frame *outer;
};

/* What a template has written so far. */
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

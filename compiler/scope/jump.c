/* break(), next(), return() and failures as long jumps. Each protected call is a frame on the C stack. A jump goes to
 * the innermost frame that accepts its kind, and restores the dynamic state of the evaluation at that frame. */
#include "compiler/scope/jump.h"

#include "base/check.h"

static const char *const jump_name[] = {
  [JUMP_BREAK] = "break", [JUMP_NEXT] = "next", [JUMP_RETURN] = "return", [JUMP_RUBY] = "throw"};

static void tell_jump(struct compilation *c, struct buf *out, enum jump_kind kind)
{
  struct source *source = c->context.source;
  buf_printf(out, "%s() from context where this is illegal", jump_name[kind]);
  uint32_t line = source == NULL || c->context.node == NULL ? 0 : source_line(source, c->context.node->offset);
  diag_place(out, source == NULL || source->file.n == 0 ? STR("unknown") : source->file, line, 0);
}

/* No frame accepts the jump: reports an error with file and line of the call. In code that is evaluated after the texts
 * (waiting defines, the end of a catalog) break() is an exception in Puppet. Where Puppet catches it, during the
 * evaluation of defines, the message is longer; elsewhere it is only the exception's name. */
_Noreturn static void jump_illegal(struct compilation *c, enum jump_kind kind)
{
  struct buf b = BUF_IN(c->arena);
  const bool late = kind == JUMP_BREAK && c->dynamic.programs == 0;
  const bool unmet = late && c->catalog != NULL && !c->evaluating_defines;
  if (unmet) {
    buf_z(&b, "Puppet::Pops::Evaluator::PuppetStopIteration");
  } else {
    buf_z(&b, late ? "Evaluation Error: Error while evaluating an Object, " : "");
    tell_jump(c, &b, kind);
  }
  fail_with(CTX(c), (struct failure){.class = FAILURE_EVALUATION,
                                     .origin = late ? FAILED_IN_JUMP : FAILED_IN_PUPPET,
                                     .text = buf_view(&b)});
}

/* Restores the dynamic state. Guards restore the frames of scopes, and so the local variables. */
static void dynamic_restore(struct compilation *c, const struct dynamic *before)
{
  for (struct frame_guard *g = c->dynamic.guards; g != before->guards; g = g->outer) g->scope->frame = g->frame;
  c->dynamic = *before;
}

_Noreturn void eval_jump(struct compilation *c, enum jump_kind kind, value v)
{
  assert(kind <= JUMP_RUBY);
  struct jump_point *p = c->dynamic.jumps;
  while (p != NULL && (p->kinds & 1u << kind) == 0) p = p->dynamic.jumps;
  if (p == NULL) jump_illegal(c, kind);
  dynamic_restore(c, &p->dynamic);
  c->context.source = p->source;
  c->context.node = p->node;
  c->context.depth = p->depth;
  c->context.abort = p->abort;
  c->context.unwind = p->unwind;
  p->v = v;
  p->kind = kind;
  longjmp(p->buf, 1);
}

static bool catch_jump(struct compilation *c, unsigned kinds, void (*step)(struct compilation *c, void *arg), void *arg,
                       enum jump_kind *kind, value *v)
{
  struct jump_point p;
  p.kinds = kinds;
  p.dynamic = c->dynamic;
  p.source = c->context.source;
  p.node = c->context.node;
  p.depth = c->context.depth;
  p.abort = c->context.abort;
  p.unwind = c->context.unwind;
  c->dynamic.jumps = &p;
  if (_setjmp(p.buf) != 0) {
    *v = p.v;
    *kind = p.kind;
    return false;
  }
  step(c, arg);
  c->dynamic.jumps = p.dynamic.jumps;
  return true;
}

bool eval_catch(struct compilation *c, unsigned kinds, void (*step)(struct compilation *c, void *arg), void *arg,
                value *v)
{
  assert_hot(step != NULL && v != NULL);
  enum jump_kind kind;
  return catch_jump(c, kinds, step, arg, &kind, v);
}

/* Catches all kinds that an outer frame accepts: a jump must not cross the frames of Ruby, so it is caught here and
 * raised again after them. */
bool eval_catch_crossing(struct compilation *c, void (*step)(struct compilation *c, void *arg), void *arg,
                         enum jump_kind *kind, value *v)
{
  unsigned kinds = 1u << JUMP_RUBY;
  for (const struct jump_point *p = c->dynamic.jumps; p != NULL; p = p->dynamic.jumps) kinds |= p->kinds;
  return catch_jump(c, kinds, step, arg, kind, v);
}

/* The dynamic state as it was when a protected call began. */
struct protection {
  struct context_unwind unwind; /* first */
  struct dynamic dynamic;
  void (*step)(struct context *context, void *arg);
  void *arg;
};

static void put_back(struct context *context, struct context_unwind *u)
{
  dynamic_restore((struct compilation *)context, &((const struct protection *)u)->dynamic);
}

static void run_protected(struct context *context, void *arg)
{
  struct protection *p = arg;
  p->unwind.abort = context->abort;
  context->unwind = &p->unwind;
  p->step(context, p->arg);
}

bool eval_protect(struct compilation *c, void (*step)(struct context *context, void *arg), void *arg)
{
  assert(step != NULL);
  struct context_unwind *const outer = c->context.unwind;
  struct protection p = {.unwind = {.run = put_back}, .dynamic = c->dynamic, .step = step, .arg = arg};
  const bool ok = context_protect(&c->context, run_protected, &p);
  c->context.unwind = outer;
  return ok;
}

bool eval_call_place(struct compilation *c, uint32_t outer, str *file, uint32_t *line)
{
  assert(file != NULL && line != NULL);
  const struct call_frame *f = c->dynamic.calls;
  while (f != NULL && outer-- > 0) f = f->outer;
  if (f == NULL) return false;
  *file = f->source == NULL ? STR_EMPTY : f->source->file;
  *line = f->source == NULL || f->node == NULL ? 0 : source_line(f->source, f->node->offset);
  return true;
}

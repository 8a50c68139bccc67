#include "compiler/values/context.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/map.h"

static const char *const memory_messages[] = {
  [ARENA_LIMIT] = "The compilation needs more memory than it may have; see the setting compile_memory_limit",
  [ARENA_NO_MEMORY] = "The system has no more memory for the compilation",
  [ARENA_TOO_LARGE] = "The compilation asked for a piece of memory that is too large",
};

/* That of the innermost protected call. */
static _Thread_local struct context *running;

_Noreturn static void leave(struct context *c)
{
  if (c->abort == NULL) {
    fprintf(stderr, "ficelle: failure outside a protected call: %.*s\n", STR_FMT(c->failure.message));
    abort();
  }
  if (c->unwind != NULL && c->unwind->abort == c->abort) c->unwind->run(c, c->unwind);
  longjmp(*c->abort, 1);
}

_Noreturn static void fail_limit(struct context *c, const char *message, bool placed)
{
  c->near_limit = true;
  c->failure = (struct failure){.class = FAILURE_LIMIT, .issue = ISSUE_RUNTIME_ERROR, .message = str_of(message)};
  if (placed && c->node != NULL && c->source != NULL) {
    struct buf out = BUF_IN(c->arena);
    buf_str(&out, c->failure.message);
    context_place(c, c->node, &out);
    c->failure.message = buf_view(&out);
    c->failure.located = true;
  }
  leave(c);
}

/* What follows (the place, a summary, a log line) is small, so the limit is lifted. Without memory nothing can be
 * made any more. */
void context_out_of_memory(void *ctx, enum arena_failure why, size_t wanted)
{
  struct context *c = ctx;
  (void)wanted;
  arena_set_limit(c->arena, 0);
  fail_limit(c, memory_messages[why], why == ARENA_LIMIT);
}

/* What is made for the whole process in between, in a context of its own, is made to the end: it is little.
 * What follows gets a little time of its own; that it ends in bounded time as well is why it has no more. */
void context_out_of_time(void *ctx)
{
  if (running != ctx) return;
  deadline_extend(1000);
  fail_limit(ctx, "The compilation takes longer than it may; see the setting compile_time_limit", true);
}

/* For recursions that have no context at hand. What they were making is not finished. */
static void out_of_stack(void)
{
  if (running == NULL) return;
  running->near_limit = true;
  running->depth = 0;
  fail_depth(running);
}

void fail_memory_limit(struct context *c)
{
  context_out_of_memory(c, ARENA_LIMIT, 0);
  abort();                                /* not reached: it leaves */
}

void context_init(struct context *c, struct arena *a)
{
  *c = (struct context){.arena = a, .max_depth = CONTEXT_DEFAULT_DEPTH};
  arena_on_fail(a, context_out_of_memory, c);
  stack_on_end(out_of_stack);
}

void context_regex_limit(const struct regex *re)
{
  if (running == NULL) return;
  fail_error(running, FAILURE_LIMIT, "The regular expression /%.*s/ takes too many steps", STR_FMT(re->source));
}

/* Whatever changes between setjmp and longjmp is in *c, never in a local variable. */
bool context_protect(struct context *c, void (*step)(struct context *c, void *arg), void *arg)
{
  jmp_buf here;
  jmp_buf *const outer = c->abort;
  struct source *const source = c->source;
  const ast *const node = c->node;
  const uint32_t depth = c->depth;
  struct context *const around = running;
  running = c;
  c->abort = &here;
  bool ok = setjmp(here) == 0;
  if (ok) step(c, arg);
  c->abort = outer;
  running = around;
  if (!ok) {
    c->source = source;
    c->node = node;
    c->depth = depth;
  }
  return ok;
}

struct scratch_work {
  struct arena *scratch;
  void (*work)(struct arena *a, void *arg);
  void *arg;
};

static void work_in_scratch(struct context *c, void *arg)
{
  (void)c;
  const struct scratch_work *w = arg;
  w->work(w->scratch, w->arg);
}

void context_with_scratch(void (*work)(struct arena *a, void *arg), void *arg)
{
  struct scratch_work w = {arena_new(), work, arg};
  bool ok = true;
  if (running == NULL) work(w.scratch, arg);
  else ok = context_protect(running, work_in_scratch, &w);
  arena_free(w.scratch);
  if (!ok) fail_again(running);
}

static enum failure_class class_of(enum issue issue)
{
  switch (issue) {
  case ISSUE_UNKNOWN_FUNCTION:
  case ISSUE_UNKNOWN_RESOURCE:
  case ISSUE_UNKNOWN_RESOURCE_TYPE: return FAILURE_MISSING;
  case ISSUE_DUPLICATE_TITLE:
  case ISSUE_DUPLICATE_ATTRIBUTE: return FAILURE_DUPLICATE;
  case ISSUE_STACK_USED_UP:
  case ISSUE_NESTING_TOO_DEEP: return FAILURE_LIMIT;
  default: break;
  }
  return strncmp(issue_code(issue), "HIERA_", 6) == 0 ? FAILURE_LOOKUP : FAILURE_EVALUATION;
}

void context_place(struct context *c, const ast *node, struct buf *out)
{
  if (node == NULL || c->source == NULL) return;
  diag_place(out, c->source->file, source_line(c->source, node->offset), source_column(c->source, node->offset));
}

static str issue_text(struct context *c, const ast *node, bool prefix, enum issue issue, va_list ap)
{
  struct buf out = BUF_IN(c->arena);
  if (prefix) buf_z(&out, "Evaluation Error: ");
  buf_vprintf(&out, issue_format(issue), ap);
  buf_shorten(&out, 0);
  context_place(c, node != NULL ? node : c->node, &out);
  return buf_view(&out);
}

str fail_issue_text(struct context *c, const ast *node, bool prefix, enum issue issue, ...)
{
  va_list ap;
  va_start(ap, issue);
  str text = issue_text(c, node, prefix, issue, ap);
  va_end(ap);
  return text;
}

_Noreturn void fail_issue(struct context *c, const ast *node, enum issue issue, ...)
{
  va_list ap;
  va_start(ap, issue);
  str text = issue_text(c, node, true, issue, ap);
  va_end(ap);
  c->failure = (struct failure){.class = class_of(issue), .issue = issue, .message = text, .located = true};
  leave(c);
}

/* What fails says why in the words of its arguments, however long those are. */
static str shortened(struct context *c, str text)
{
  if (text.n <= MESSAGE_BYTES) return text;
  struct buf out = BUF_IN(c->arena);
  buf_str(&out, text);
  buf_shorten(&out, 0);
  return buf_view(&out);
}

static struct failure runtime_failure(struct context *c, enum failure_class class, enum failure_origin origin, str text)
{
  struct buf out = BUF_IN(c->arena);
  if (c->node != NULL) {
    str label = label_article(c->arena, label_of_node(c->arena, c->node));
    buf_printf(&out, "Evaluation Error: Error while evaluating %.*s, ", STR_FMT(label));
  }
  buf_str(&out, text);
  context_place(c, c->node, &out);
  return (struct failure){.class = class, .issue = ISSUE_RUNTIME_ERROR, .message = buf_view(&out), .text = text,
                          .located = c->node != NULL, .origin = origin};
}

_Noreturn static void fail_runtime(struct context *c, enum failure_class class, enum failure_origin origin, str text)
{
  c->failure = runtime_failure(c, class, origin, shortened(c, text));
  leave(c);
}

_Noreturn void fail_error(struct context *c, enum failure_class class, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  str text = buf_vformat(c->arena, fmt, ap);
  va_end(ap);
  fail_runtime(c, class, FAILED_IN_PUPPET, text);
}

_Noreturn void fail_exception(struct context *c, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  str text = buf_vformat(c->arena, fmt, ap);
  va_end(ap);
  fail_runtime(c, FAILURE_EVALUATION, FAILED_IN_RUBY, text);
}

_Noreturn void fail_raised(struct context *c, const struct runtime *raised, bool placed, enum failure_origin origin,
                           str text)
{
  text = shortened(c, text);
  if (placed) {
    c->failure = (struct failure){.class = FAILURE_EVALUATION, .issue = ISSUE_RUNTIME_ERROR, .message = text};
  } else {
    c->failure = runtime_failure(c, FAILURE_EVALUATION, origin, text);
  }
  c->failure.raised = raised;
  leave(c);
}

_Noreturn void fail_uncaught(struct context *c, const struct runtime *raised, str text)
{
  c->failure = (struct failure){.class = FAILURE_EVALUATION, .issue = ISSUE_RUNTIME_ERROR, .message = shortened(c, text),
                                .whole = true, .uncaught = true, .raised = raised};
  leave(c);
}

_Noreturn void fail_not_supported(struct context *c, const char *fmt, ...)
{
  struct buf text = BUF_IN(c->arena);
  buf_z(&text, "not supported: ");
  va_list ap;
  va_start(ap, fmt);
  buf_vprintf(&text, fmt, ap);
  va_end(ap);
  fail_runtime(c, FAILURE_EVALUATION, FAILED_IN_PUPPET, buf_view(&text));
}

_Noreturn void fail_message(struct context *c, enum failure_class class, str message)
{
  c->failure = (struct failure){.class = class, .issue = ISSUE_RUNTIME_ERROR, .message = shortened(c, message)};
  leave(c);
}

_Noreturn void fail_again(struct context *c)
{
  assert(c->failure.class != FAILURE_NONE);
  leave(c);
}

_Noreturn void fail_depth(struct context *c)
{
  uint32_t limit = c->max_depth;
  const bool counted = c->depth > limit;
  c->depth = 0;                           /* room for making the message */
  if (!counted) fail_issue(c, c->node, ISSUE_STACK_USED_UP, (int)(stack_bytes() >> 10));
  fail_issue(c, c->node, ISSUE_NESTING_TOO_DEEP, (int)limit);
}

_Noreturn void context_no_big_integers(void)
{
  if (running == NULL) abort();     /* they come from Ruby only, which a compilation runs */
  fail_not_supported(running, "integers beyond 64 bits");
}

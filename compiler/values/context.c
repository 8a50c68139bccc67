/* Errors and limits of a compilation: failing, protected calls, and the limits of nesting, memory and time. A failure
 * is a longjmp to the innermost context_protect(). */
#include "compiler/values/context.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"

static const char *const memory_messages[] = {
  [ARENA_LIMIT] = "The compilation needs more memory than it may have; see the setting compile_memory_limit",
  [ARENA_NO_MEMORY] = "The system has no more memory for the compilation",
  [ARENA_TOO_LARGE] = "The compilation asked for a piece of memory that is too large",
};

/* The context of the innermost protected call: functions without a context of their own report errors there. */
static _Thread_local struct context *running;

_Noreturn static void leave(struct context *c)
{
  assert(c->failure.class != FAILURE_NONE);
  if (c->abort == NULL) {
    fprintf(stderr, "ficelle: failure outside a protected call: %.*s\n", STR_FMT(c->failure.text));
    abort();
  }
  /* Frames of Ruby between here and the protected call must be left by Ruby, not by a longjmp. */
  if (c->unwind != NULL && c->unwind->abort == c->abort) c->unwind->run(c, c->unwind);
  longjmp(*c->abort, 1);
}

/* Allocates only if `placed`, since it may be called because memory is exhausted. */
_Noreturn static void limit_reached(struct context *c, const char *message, bool placed)
{
  c->near_limit = true;
  c->failure = (struct failure){.class = FAILURE_LIMIT, .text = str_of(message), .node = placed ? c->node : NULL};
  failure_locate(c, &c->failure);
  leave(c);
}

/* Building the message (its place, a summary, a log line) takes little memory, so the limit is lifted for it. If the
 * system has no memory, the failure has no place. */
void context_out_of_memory(void *ctx, enum arena_failure why, size_t wanted)
{
  struct context *c = ctx;
  (void)wanted;
  arena_set_limit(c->arena, 0);
  limit_reached(c, memory_messages[why], why == ARENA_LIMIT);
}

/* Does nothing while another context runs, which makes a small amount of data for the whole process: this must be
 * complete. The code that reports the error gets one more second, so that it ends in bounded time too. */
void context_out_of_time(void *ctx)
{
  if (running != ctx) return;
  deadline_extend(1000);
  limit_reached(ctx, "The compilation takes longer than it may; see the setting compile_time_limit", true);
}

/* For recursive functions without a context. What they were making remains incomplete. */
static void too_deep(bool used_up)
{
  if (running == NULL) return;
  running->near_limit = true;
  fail_limit(running, used_up ? LIMIT_STACK : LIMIT_DEPTH);
}

void context_init(struct context *c, struct arena *a)
{
  assert(c != NULL && a != NULL);
  *c = (struct context){.arena = a, .max_depth = NESTING_LEVELS};
  stack_on_end(too_deep);
}

struct context *context_running(void) { return running; }

bool context_search(const struct regex *re, str s, size_t from, struct regex_match *m)
{
  assert_hot(re != NULL);
  const enum regex_result found = from > s.n ? REGEX_NO_MATCH : regex_search(re, s, from, m);
  if (found == REGEX_LIMIT && running != NULL)
    fail_error(running, FAILURE_LIMIT, "The regular expression /%.*s/ takes too many steps", STR_FMT(re->source));
  return found == REGEX_MATCH;
}

/* Everything that is restored after a longjmp was saved before setjmp and not changed since: other local variables
 * would be undefined. State that the step changes is in *c. The earlier handler of the arena is restored: the context
 * may be on the stack of a function that returns, and an outer context may use the same arena. */
bool context_protect(struct context *c, void (*step)(struct context *c, void *arg), void *arg)
{
  assert_hot(step != NULL);
  jmp_buf here;
  jmp_buf *const outer = c->abort;
  struct source *const source = c->source;
  const ast *const node = c->node;
  const uint32_t depth = c->depth;
  struct failure_place (*const locate)(const void *subject) = c->locate;
  const void *const subject = c->subject;
  struct context *const around = running;
  struct arena *const arena = c->arena;
  arena_fail_fn *const fail = arena->fail;
  void *const fail_ctx = arena->fail_ctx;
  arena_on_fail(arena, context_out_of_memory, c);
  running = c;
  c->abort = &here;
  bool ok = setjmp(here) == 0;
  if (ok) step(c, arg);
  arena_on_fail(arena, fail, fail_ctx);
  c->abort = outer;
  running = around;
  if (!ok) {
    c->source = source;
    c->node = node;
    c->locate = locate;
    c->subject = subject;
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

/* The scratch arena is freed in both cases; then a failure is passed on to the outer protected call. */
void context_with_scratch(void (*work)(struct arena *a, void *arg), void *arg)
{
  assert(work != NULL);
  struct scratch_work w = {arena_new(), work, arg};
  bool ok = true;
  if (running == NULL) work(w.scratch, arg);
  else ok = context_protect(running, work_in_scratch, &w);
  arena_free(w.scratch);
  if (!ok) fail_again(running);
}

/* Callers treat these classes differently; all other issues are plain evaluation errors. */
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

/* Returns the place of a node of the text being evaluated. */
static struct failure_place place_of(const struct context *c, const ast *node)
{
  if (node == NULL || c->source == NULL) return (struct failure_place){0};
  return (struct failure_place){c->source->file, source_line(c->source, node->offset),
                                source_column(c->source, node->offset)};
}

void context_place(struct context *c, const ast *node, struct buf *out)
{
  const struct failure_place p = place_of(c, node);
  diag_place(out, p.file, p.line, p.column);
}

/* --- failing --- */

/* Adds file, line and label to a failure without them. Copies the name of the file: a source that could not be read may
 * be freed before the failure is printed. */
void failure_locate(struct context *c, struct failure *f)
{
  if (f->node == NULL && f->wrap != WRAP_NONE) f->node = c->node;
  if (f->place.file.n > 0 || f->place.line > 0) return;
  if (f->node == NULL && f->wrap != WRAP_NONE && c->locate != NULL) f->place = c->locate(c->subject);
  if (f->node == NULL) return;
  f->place = place_of(c, f->node);
  f->place.file = arena_str(c->arena, f->place.file);
  if (f->wrap == WRAP_LABEL) f->label = label_article(c->arena, ast_label(c->arena, f->node));
}

/* A message contains its arguments, which may have any length. */
static str shortened(struct context *c, str text)
{
  if (text.n <= MESSAGE_BYTES) return text;
  struct buf out = BUF_IN(c->arena);
  buf_str(&out, text);
  buf_shorten(&out, 0);
  return buf_view(&out);
}

_Noreturn void fail_with(struct context *c, struct failure f)
{
  f.text = shortened(c, f.text);
  failure_locate(c, &f);
  c->failure = f;
  leave(c);
}

_Noreturn void fail_again(struct context *c) { leave(c); }

_Noreturn void fail_issue(struct context *c, const ast *node, enum issue issue, ...)
{
  struct buf text = BUF_IN(c->arena);
  va_list ap;
  va_start(ap, issue);
  buf_vprintf(&text, issue_format(issue), ap);
  va_end(ap);
  fail_with(
    c, (struct failure){
         .class = class_of(issue), .issue = issue, .wrap = WRAP_EVALUATION, .text = buf_view(&text), .node = node});
}

_Noreturn void fail_error(struct context *c, enum failure_class class, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(c->arena, fmt, ap);
  va_end(ap);
  fail_with(c, (struct failure){.class = class, .wrap = WRAP_LABEL, .text = text});
}

_Noreturn void fail_text(struct context *c, str text)
{
  fail_with(c, (struct failure){.class = FAILURE_EVALUATION, .wrap = WRAP_LABEL, .text = text});
}

_Noreturn void fail_argument(struct context *c, str text)
{
  fail_with(c,
            (struct failure){.class = FAILURE_EVALUATION, .origin = FAILED_IN_RUBY, .wrap = WRAP_LABEL, .text = text});
}

_Noreturn void fail_message(struct context *c, enum failure_class class, str message)
{
  fail_with(c, (struct failure){.class = class, .text = message});
}

_Noreturn void fail_limit(struct context *c, enum context_limit limit)
{
  if (limit == LIMIT_MEMORY) context_out_of_memory(c, ARENA_LIMIT, 0);
  const bool counted = c->depth > c->max_depth;
  if (limit == LIMIT_DEPTH && !counted && stack_low()) limit = LIMIT_STACK;
  c->depth = 0; /* room for building the message */
  if (limit == LIMIT_STACK) fail_issue(c, c->node, ISSUE_STACK_USED_UP, (int)(stack_bytes() >> 10));
  fail_issue(c, c->node, ISSUE_NESTING_TOO_DEEP, counted ? (int)c->max_depth : NESTING_LEVELS);
}

/* Calls between the core and Ruby in both directions: arguments, results, failures and jumps. Calls may nest to any
 * depth. An exception cannot pass through C code of the core, and a longjmp of the core cannot pass through Ruby. So a
 * failure or jump of the core that must pass through Ruby is stored in a list (`crossings`), Ruby raises an exception
 * with its number, and if that reaches the core again, the original failure or jump continues. */
#include <assert.h>

#include "base/array.h"
#include "base/derived.h"
#include "base/ending.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/lookup/lookup_function.h"
#include "compiler/ruby/internal.h"
#include "compiler/values/runtime.h"

/* A failure or jump of the core that passes through Ruby as an exception. */
struct ruby_crossing {
  bool jump;
  enum jump_kind kind;
  value v;
  struct failure failure;
};

/* The other side reads a message before anything else is written, so one buffer is enough. The memory of a very large
 * message is released before the next one. */
static struct buf outgoing = BUF_HEAP;
enum { OUTGOING_KEPT = 1 << 20 };

static struct compilation *current; /* that of the innermost call */

struct ruby_state *ruby_state(struct compilation *c)
{
  static uint64_t serial;
  assert(c->arena != NULL);
  if (c->ruby == NULL) {
    c->ruby = ARENA_NEW(c->arena, struct ruby_state);
    c->ruby->serial = ++serial;
    strmap_init(&c->ruby->classes, c->arena);
    ptrmap_init(&c->ruby->things, c->arena);
  }
  return c->ruby;
}

value ruby_thing(struct compilation *c, enum runtime_kind kind, void *pointer)
{
  assert(pointer != NULL && (kind == RUNTIME_SCOPE || kind == RUNTIME_RESOURCE));
  void **known = ptrmap_slot(&ruby_state(c)->things, pointer, NULL);
  if (*known == NULL) {
    const char *class_name = kind == RUNTIME_SCOPE ? "Puppet::Parser::Scope" : "Puppet::Parser::Resource";
    *known = (void *)(uintptr_t)value_runtime_of(c->arena, kind, class_name, pointer).runtime;
  }
  return value_runtime(*known);
}

static void message_begin(struct compilation *c, bool copies)
{
  if (outgoing.cap > OUTGOING_KEPT) {
    buf_free(&outgoing);
    outgoing = BUF_HEAP;
  }
  wire_begin(c, &outgoing, copies);
}

static struct ruby_bytes bytes_of(const struct buf *b) { return (struct ruby_bytes){b->p, b->n}; }

/* --- failures and jumps that pass through Ruby --- */

static uint32_t crossing_add(struct compilation *c, const struct ruby_crossing *one)
{
  struct ruby_state *st = ruby_state(c);
  ARENA_ROOM(c->arena, st->crossings, st->ncrossings, st->cap_crossings, 8);
  st->crossings[st->ncrossings] = *one;
  return st->ncrossings++;
}

/* Whether the row itself failed. A failure in Puppet code that the row called has its own node and keeps its place. */
static bool is_own(const struct compilation *c, const struct failure *f)
{
  return f->wrap == WRAP_LABEL && f->node == c->context.node;
}

static const char *kind_of_crossing(const struct ruby_crossing *one, bool own)
{
  static const char *const jumps[] = {[JUMP_BREAK] = "break", [JUMP_NEXT] = "next", [JUMP_RETURN] = "return"};
  const struct failure *f = &one->failure;
  if (one->jump) return jumps[one->kind];
  if (f->origin == FAILED_NOT_FOUND) return "jump";
  if (f->class == FAILURE_LIMIT) return "limit";
  if (f->raised != NULL && (own || f->wrap != WRAP_LABEL)) return "raised";
  if (!own) return "failure";
  if (f->class == FAILURE_DUPLICATE) return "duplicate";
  return f->origin == FAILED_IN_RUBY ? "exception" : "error";
}

/* Writes [kind of exception, number, message, exception of Ruby]. The kinds are those of CROSSING_CLASSES in
 * ruby/lib/ficelle/failure.rb; "raised" is an exception of Ruby that passed the core unchanged. */
static void describe_crossing(struct compilation *c, const struct ruby_crossing *one)
{
  const struct failure *f = &one->failure;
  const bool own = !one->jump && is_own(c, f);
  const str text = one->jump ? STR("jump") : own ? f->text : failure_message(c->arena, f);
  const value parts[] = {value_str(str_of(kind_of_crossing(one, own))), value_int(crossing_add(c, one)),
                         value_str(text), !one->jump && f->raised != NULL ? value_runtime(f->raised) : VALUE_UNDEF};
  message_begin(c, false);
  wire_write(c, &outgoing, array_of(c->arena, parts, 4));
}

/* --- from Ruby to a row --- */

struct row_call {
  const struct ruby_row *row;
  struct ruby_bytes bytes;
  struct ruby_args args;
  value result;
  bool jumped;
  struct ruby_crossing crossing;
};

static void run_row(struct compilation *c, void *arg)
{
  struct row_call *call = arg;
  assert(call->args.c == c);
  call->result = call->row->function(&call->args);
}

/* A scope as the first argument is the scope of the call, not an argument of the row. */
static void read_arguments(struct compilation *c, struct row_call *call)
{
  struct wire_reader r = wire_reader_of(c, call->bytes);
  struct ruby_args *a = &call->args;
  value *args = arena_array(c->arena, a->n, sizeof *args);
  for (uint32_t i = 0; i < a->n; i++) args[i] = wire_read(c, &r);
  *a = (struct ruby_args){.c = c, .s = c->ruby->scope, .args = args, .n = a->n};
  if (a->n == 0 || runtime_pointer(args[0], RUNTIME_SCOPE) == NULL) return;
  a->s = runtime_pointer(args[0], RUNTIME_SCOPE);
  a->args++;
  a->n--;
}

static void protected_row(struct context *context, void *arg)
{
  struct compilation *c = (struct compilation *)context;
  struct row_call *call = arg;
  struct ruby_crossing *x = &call->crossing;
  read_arguments(c, call);
  call->jumped = !eval_catch_crossing(c, run_row, call, &x->kind, &x->v);
  if (call->jumped) return;
  message_begin(c, false);
  wire_write(c, &outgoing, call->result);
}

static void protected_description(struct context *context, void *arg)
{
  describe_crossing((struct compilation *)context, arg);
}

static const struct ruby_row **all_rows;

/* Runs a row for Ruby. False: Ruby must raise the exception in `out`. If there is no memory for its description, it is
 * undef. */
static bool host_row(uint32_t row, struct ruby_bytes args, uint32_t n, struct ruby_bytes *out)
{
  static const char no_memory[] = {WIRE_UNDEF}, farther_out[] = {WIRE_TRUE};
  struct compilation *c = current;
  assert(c != NULL && c->ruby->depth > 0); /* only code that the core has called calls rows */
  struct scope *const scope = c->ruby->scope;
  struct row_call call = {.row = all_rows[row], .bytes = args, .args.n = n};
  const bool ok = eval_protect(c, protected_row, &call);
  current = c;
  c->ruby->scope = scope;
  if (ok && !call.jumped) {
    twins_sent(c);
    *out = bytes_of(&outgoing);
    return true;
  }
  if (ok && call.crossing.kind == JUMP_RUBY) {
    *out = (struct ruby_bytes){farther_out, 1};
    return false;
  }
  call.crossing.jump = ok;
  call.crossing.failure = c->context.failure;
  if (context_protect(&c->context, protected_description, &call.crossing)) {
    twins_sent(c);
    *out = bytes_of(&outgoing);
  } else *out = (struct ruby_bytes){no_memory, 1};
  return false;
}

/* Ends the process if Ruby code runs in an endless loop, since it cannot be interrupted safely. Called from the
 * watchdog's thread while the main thread is in Ruby; does not return. Lifts the limit of the arena because the message
 * needs some memory. */
static void overrun(int64_t limit_ms)
{
  struct compilation *c = current;
  struct buf out = BUF_HEAP;
  arena_set_limit(c->arena, 0);
  buf_printf(&out,
             "Code in Ruby (%.*s) takes longer than %lld.%03lld s and cannot be stopped, so the process ends; see the "
             "setting ruby_time_limit",
             STR_FMT(c->ruby->calling), (long long)(limit_ms / 1000), (long long)(limit_ms % 1000));
  context_place(&c->context, c->context.node, &out);
  ending_run(buf_view(&out));
}

static bool find_compiled(const char *source, struct ruby_bytes *code)
{
  str made;
  if (!derived_find(source, &made)) return false;
  *code = (struct ruby_bytes){made.p, made.n};
  return true;
}

static void keep_compiled(const char *source, struct ruby_bytes code) { derived_add(source, (str){code.p, code.n}); }

const struct ruby_host *ruby_host_make(const char *library)
{
  static struct ruby_host host = {.row = host_row,
                                  .overrun = overrun,
                                  .open_compiled = ruby_open_compiled,
                                  .find_compiled = find_compiled,
                                  .keep_compiled = keep_compiled};
  uint32_t n = 0;
  assert(all_rows == NULL); /* Ruby starts once */
  for (const struct ruby_row *const *family = ruby_families; *family != NULL; family++) {
    for (const struct ruby_row *row = *family; row->name != NULL; row++) n++;
  }
  const char **names = xcalloc(n, sizeof *names);
  all_rows = xcalloc(n, sizeof *all_rows);
  host.nrows = 0;
  for (const struct ruby_row *const *family = ruby_families; *family != NULL; family++) {
    for (const struct ruby_row *row = *family; row->name != NULL; row++) {
      names[host.nrows] = row->name;
      all_rows[host.nrows++] = row;
    }
  }
  host.rows = names;
  host.library = library;
  return &host;
}

/* --- from the core to Ruby --- */

static const value *part(const value *description, uint32_t i)
{
  static const value none = VALUE_UNDEF;
  return description->kind == V_ARRAY && i < description->array->n ? &description->array->items[i] : &none;
}

static str part_text(const value *description, uint32_t i)
{
  const value *v = part(description, i);
  return value_text_or_empty(*v);
}

void ruby_fail(struct compilation *c, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(c->arena, fmt, ap);
  va_end(ap);
  fail_with(&c->context,
            (struct failure){.class = FAILURE_EVALUATION, .origin = FAILED_IN_RUBY, .wrap = WRAP_LABEL, .text = text});
}

_Noreturn static void fail_crossed(struct compilation *c, value number)
{
  const struct ruby_state *st = c->ruby;
  if (number.kind != V_INT || number.integer < 0 || number.integer >= st->ncrossings) {
    fail_error(&c->context, FAILURE_EVALUATION, "A failure got lost in Ruby");
  }
  const struct ruby_crossing one = st->crossings[number.integer];
  if (one.jump) eval_jump(c, one.kind, one.v);
  c->context.failure = one.failure;
  fail_again(&c->context);
}

/* Fails with the description of an exception by Ficelle.describe: [kind, text or number, exception]. `true` is a throw
 * or similar jump of Ruby to an outer place: the core unwinds with JUMP_RUBY, and the plug-in continues the jump. */
_Noreturn static void fail_described(struct compilation *c, value description)
{
  if (description.kind == V_BOOL) eval_jump(c, JUMP_RUBY, VALUE_UNDEF);
  const str kind = part_text(&description, 0), text = part_text(&description, 1);
  const value *raised = part(&description, 2);
  const struct runtime *object = raised->kind == V_RUNTIME ? raised->runtime : NULL;
  if (str_eqz(kind, "crossed")) fail_crossed(c, *part(&description, 1));
  if (str_eqz(kind, "limit")) {
    deadline_look();
    fail_error(&c->context, FAILURE_LIMIT, "%.*s", STR_FMT(text));
  }
  struct failure f = {.class = FAILURE_EVALUATION, .wrap = WRAP_LABEL, .text = text, .raised = object};
  if (str_eqz(kind, "uncaught")) f.origin = FAILED_UNCAUGHT;
  if (str_eqz(kind, "exception")) f.origin = FAILED_IN_RUBY;
  if (str_eqz(kind, "message") || str_eqz(kind, "uncaught")) f.wrap = WRAP_NONE;
  fail_with(&c->context, f);
}

/* The time limit of a call: the setting, or the rest of the compilation's time if that is less. One more millisecond
 * lets the deadline end the compilation, which has the better message. */
static int64_t time_limit(const struct compilation *c)
{
  const int64_t own = c->settings != NULL ? c->settings->ruby_time_limit_ms : 0, left = deadline_left_ms();
  if (left < 0) return own;
  return own == 0 || left < own ? left + 1 : own;
}

static int64_t memory_limit(const struct compilation *c)
{
  return c->settings != NULL ? (int64_t)c->settings->ruby_memory_limit_bytes : 0;
}

/* The kind of a call in the statistics. The first row that the entry's name begins with counts, so the order matters:
 * "resource_type_" before "resource_type". */
static enum ruby_kind kind_of(const char *entry)
{
  static const struct {
    const char *begin;
    enum ruby_kind kind;
  } kinds[] = {
    {"call_function", RUBY_KIND_FUNCTION}, /* first: the most frequent one */
    {"load", RUBY_KIND_LOAD},
    {"function", RUBY_KIND_FUNCTION},
    {"call_old_function", RUBY_KIND_FUNCTION},
    {"resource_type_", RUBY_KIND_TYPE},
    {"resource_type", RUBY_KIND_LOAD},
    {"render_template", RUBY_KIND_TEMPLATE},
    {"hiera", RUBY_KIND_DATA},
    {"fact", RUBY_KIND_FACT},
    {"object_", RUBY_KIND_OBJECT},
    {"text_of", RUBY_KIND_OBJECT},
    {"agent", RUBY_KIND_TYPE},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strncmp(entry, kinds[i].begin, strlen(kinds[i].begin)) == 0) return kinds[i].kind;
  }
  return RUBY_KIND_OTHER;
}

/* The outcome of a call with this exception in the statistics: jumps, and keys that are not found, are not failures. */
static enum observer_outcome outcome_of(const struct compilation *c, value description)
{
  const str kind = part_text(&description, 0);
  const value *number = part(&description, 1);
  if (description.kind == V_BOOL) return OBSERVED_DONE;
  if (str_eqz(kind, "limit")) return OBSERVED_STOPPED;
  const struct ruby_crossing *crossed = NULL;
  if (str_eqz(kind, "crossed") && number->kind == V_INT && number->integer >= 0 &&
      number->integer < c->ruby->ncrossings) {
    crossed = &c->ruby->crossings[number->integer];
  }
  const bool jump = crossed != NULL && (crossed->jump || crossed->failure.origin == FAILED_NOT_FOUND);
  return jump ? OBSERVED_DONE : OBSERVED_FAILED;
}

static void write_arguments(struct compilation *c, const value *args, uint32_t n, value block, bool copies)
{
  message_begin(c, copies);
  for (uint32_t i = 0; i < n; i++) wire_write(c, &outgoing, args[i]);
  if (block.kind == V_CLOSURE) wire_write(c, &outgoing, block);
}

/* Whether Ruby code gets copies of all arrays and hashes, and the core copies its results: functions of the 3.x API,
 * types and providers. */
static bool takes_copies(const char *entry)
{
  return strcmp(entry, "call_old_function") == 0 || strcmp(entry, "agent") == 0;
}

static uint64_t entered; /* serial number of the compilation whose environment Ruby uses */

/* Ruby stores the functions and constants of modules per environment, and drops them when files have changed. "enter"
 * returns false if Ruby does not know this generation of the environment, so that the paths are sent only then. */
static void enter_environment(struct compilation *c)
{
  struct environment *e = c->environment;
  const value name[] = {value_int((int64_t)e->id), value_int((int64_t)e->generation_number)};
  entered = c->ruby->serial;
  if (value_truthy(ruby_call(c, NULL, "enter_environment", name, 2, VALUE_UNDEF))) return;
  const value all[] = {name[0], name[1], value_str(e->options.name), environment_ruby_path(c), environment_ruby_own(c)};
  ruby_call(c, NULL, "new_environment", all, 5, VALUE_UNDEF);
}

bool ruby_explaining(struct compilation *c, bool on)
{
  struct ruby_state *st = ruby_state(c);
  const bool before = st->explaining;
  st->explaining = on;
  return before;
}

/* Informs Ruby when the explanation of lookups is switched on or off, so that a data function need not ask in each
 * call. */
static void send_explaining(struct compilation *c)
{
  const value on = value_bool(c->ruby->explaining);
  c->ruby->explaining_sent = c->ruby->explaining;
  ruby_call(c, NULL, "explaining", &on, 1, VALUE_UNDEF);
}

value ruby_call(struct compilation *c, struct scope *s, const char *entry, const value *args, uint32_t n, value block)
{
  const struct ruby_plugin *plugin = ruby_plugin_start(c);
  struct ruby_state *st = ruby_state(c);
  assert(entry != NULL && (n == 0 || args != NULL));
  assert(block.kind == V_UNDEF || block.kind == V_CLOSURE);
  context_enter(&c->context);
  if (!ruby_stack_left()) fail_limit(&c->context, LIMIT_STACK);
  if (entered != st->serial && c->environment != NULL) enter_environment(c);
  if (st->explaining != st->explaining_sent) send_explaining(c);
  const bool has_block = block.kind == V_CLOSURE, copies = takes_copies(entry);
  struct compilation *const outer = current;
  struct scope *const outer_scope = st->scope;
  const str outer_calling = st->calling;
  struct ruby_bytes out = {0};
  twins_enter(c, plugin);
  write_arguments(c, args, n, block, copies);
  twins_sent(c);
  current = c;
  st->scope = s != NULL ? s : c->top;
  st->calling = st->next_call.n > 0 ? st->next_call : str_of(entry);
  st->next_call = STR_EMPTY;
  st->depth++;
  const struct ruby_limits limits = {time_limit(c), memory_limit(c)};
  const unsigned mark = observer_ruby_begin(c->observer, kind_of(entry));
  const bool ok = plugin->call(entry, bytes_of(&outgoing), n + has_block, has_block, &limits, &out);
  assert(st->depth > 0);
  st->depth--;
  st->scope = outer_scope;
  st->calling = outer_calling;
  current = outer;
  deadline_step();
  struct wire_reader r = wire_reader_of(c, out);
  const bool found_nothing = ok && r.end - r.at == 1 && *r.at == WIRE_NOT_FOUND;
  const value got = found_nothing ? VALUE_UNDEF : wire_read(c, &r), v = copies ? value_unshared(&c->context, got) : got;
  observer_span_end(c->observer, mark, ok ? OBSERVED_DONE : outcome_of(c, v));
  if (st->depth == 0 && ok) st->ncrossings = 0;
  if (found_nothing) lookup_not_found(&c->context);
  if (!ok) fail_described(c, v);
  context_leave(&c->context);
  return v;
}

/* Up to this number of arguments are copied to the stack. */
enum { FEW_ARGUMENTS = 8 };

value ruby_call_with(struct compilation *c, struct scope *s, const char *entry, const value *head, uint32_t nhead,
                     const value *args, uint32_t n, value block)
{
  value room[FEW_ARGUMENTS];
  value *all = n + nhead <= FEW_ARGUMENTS ? room : arena_array(c->arena, n + nhead, sizeof *all);
  memcpy(all, head, nhead * sizeof *all);
  if (n > 0) memcpy(all + nhead, args, n * sizeof *all);
  return ruby_call(c, s, entry, all, n + nhead, block);
}

void ruby_forget(struct compilation *c)
{
  if (c->ruby != NULL && c->ruby->depth == 0) twins_forget(c, ruby_plugin_start(c));
}

void ruby_end(struct compilation *c)
{
  if (c->ruby == NULL) return;
  twins_end(c);
  if (current == NULL) ruby_plugin_end();
}

/* --- helpers of rows --- */

value ruby_arg(const struct ruby_args *a, uint32_t i)
{
  if (i < a->n) return a->args[i];
  fail_error(&a->c->context, FAILURE_EVALUATION, "wrong number of arguments (given %u, expected %u)", a->n, i + 1);
}

str ruby_arg_text(const struct ruby_args *a, uint32_t i)
{
  const value v = ruby_arg(a, i);
  if (v.kind != V_STRING) fail_error(&a->c->context, FAILURE_EVALUATION, "argument %u is not a String", i + 1);
  return value_text(v);
}

struct scope *ruby_arg_scope(const struct ruby_args *a)
{
  if (a->s == NULL) fail_error(CTX(a->c), FAILURE_EVALUATION, "this function can only be called in a scope");
  return a->s;
}

struct resource *ruby_arg_resource(const struct ruby_args *a)
{
  struct resource *r = runtime_pointer(ruby_arg(a, 0), RUNTIME_RESOURCE);
  if (r == NULL) fail_error(CTX(a->c), FAILURE_EVALUATION, "argument 1 must be a resource");
  return r;
}

/* Templates in ERB, by name and by text: without Ruby where that can be, else by Ruby. */
#include "compiler/catalog/catalog.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval_internal.h"
#include "compiler/functions/fn.h"
#include "compiler/host.h"
#include "compiler/ruby/ruby.h"
#include "compiler/template/erb.h"
#include "compiler/template/template.h"

/* A function that a template has called. */
struct called {
  str name;
  const value *args;
  uint32_t n;
  value result;
  struct called *next;
};

/* What the templates of a compilation share. */
struct erb_state {
  const struct called *again;   /* what Ruby's rendering of the same template will call first */
  struct ptrvec definers;       /* renderings of templates that define methods, which Ruby does not know of */
  struct strmap warned;
};

/* A variable that a template has set. */
struct set {
  const symbol *name;
  struct set *next;
};

struct rendering {
  struct compilation *c;
  struct scope *scope;
  const struct erb_file *file;
  str name;                     /* as it was given; empty: inline */
  struct called *calls, **last_call;
  struct set *sets;
  struct erb_result result;
};

static struct erb_state *state(struct compilation *c)
{
  if (c->erb == NULL) {
    c->erb = ARENA_NEW(c->arena, struct erb_state);
    strmap_init(&c->erb->warned, c->arena);
  }
  return c->erb;
}

/* --- variables --- */

static bool always_known(str name)
{
  bool digits = name.n > 0;
  for (size_t i = 0; i < name.n; i++) digits = digits && ascii_is_digit(name.p[i]);
  return digits || str_eqz(name, "module_name") || str_eqz(name, "caller_module_name");
}

static value *find_variable(struct scope *s, str name) { return (value *)(uintptr_t)scope_lookup_all(s, name); }

static void warn_once(struct compilation *c, str key, str text)
{
  bool made;
  strmap_slot(&state(c)->warned, arena_str(c->arena, key), &made);
  if (!made) return;
  compile_log(c, CLOG_WARNING, STR_EMPTY,
              arena_printf(c->arena, "%.*s\n   (file & line not available)", STR_FMT(text)));
}

static void unknown_variable(struct compilation *c, struct scope *s, str name)
{
  str reason = STR_EMPTY, seen = name;
  if (str_find(name, STR("::"), 0) != SIZE_MAX) {
    str plain = str_starts(name, STR("::")) ? str_from(name, 2) : name;
    scope_find_qualified(s, plain, &reason);
    seen = reason.n > 0 ? plain : arena_printf(c->arena, "::%.*s", STR_FMT(plain));
  }
  str text = arena_printf(c->arena, "Undefined variable '%.*s'; %.*s", STR_FMT(seen), STR_FMT(reason));
  if (c->settings->strict == SEVERITY_ERROR) fail_error(CTX(c), FAILURE_EVALUATION, "%.*s", STR_FMT(text));
  if (c->settings->strict == SEVERITY_WARNING) warn_once(c, seen, text);
}

static value *template_variable(struct compilation *c, struct scope *s, str name)
{
  value *v = find_variable(s, name);
  str leaf = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  if (v == NULL && !always_known(leaf)) unknown_variable(c, s, name);
  return v;
}

static value *world_instance_variable(void *ctx, str name)
{
  return scope_template_variable(((struct rendering *)ctx)->scope, name);
}

static value *world_lookup(void *ctx, str name, bool quiet)
{
  const struct rendering *r = ctx;
  return quiet ? find_variable(r->scope, name) : template_variable(r->c, r->scope, name);
}

static value *world_shown(void *ctx, str name, bool around, bool with_undef)
{
  const symbol *known = sym_known(name);
  return known == NULL ? NULL : scope_shown(((struct rendering *)ctx)->scope, known, around, with_undef);
}

static void world_all_shown(void *ctx, bool around, bool with_undef, struct strmap *all)
{
  scope_all_shown(((struct rendering *)ctx)->scope, around, with_undef, all);
}

static value world_classes(void *ctx)
{
  struct compilation *c = ((struct rendering *)ctx)->c;
  struct array *names = array_new(c->arena, c->catalog->nclasses);
  for (uint32_t i = 0; i < names->n; i++) names->items[i] = value_str(sym_str(c->catalog->classes[i]));
  return value_array(names);
}

/* --- functions --- */

/* Puppet's functions that are there as scope.function_NAME. */
static const char *const old_functions[] = {
    "alert", "contain", "create_resources", "crit", "debug", "digest", "emerg", "err", "fail", "file", "fqdn_rand",
    "generate", "include", "info", "inline_template", "md5", "notice", "realize", "require", "scanf", "sha1",
    "sha256", "shellquote", "sprintf", "tag", "tagged", "template", "versioncmp", "warning", NULL};

static bool has_undef(value v)
{
  bool has = v.kind == V_UNDEF;
  for (uint32_t i = 0; v.kind == V_ARRAY && !has && i < v.array->n; i++) has = has_undef(v.array->items[i]);
  for (uint32_t i = 0; v.kind == V_HASH && !has && i < v.hash->n; i++) has = has_undef(v.hash->entries[i].value);
  return has;
}

/* Called that way, functions get nil as it is, where calls of the language give them an empty string: only Ruby's own
 * functions can tell. */
static bool can_call_old(struct compilation *c, str name, const value *args, uint32_t n)
{
  bool known = false;
  for (const char *const *f = old_functions; *f != NULL && !known; f++) known = str_eqz(name, *f);
  for (uint32_t i = 0; i < n && known; i++) known = !has_undef(args[i]);
  return known || environment_has_older_function(c, name);
}

bool template_called(struct compilation *c, str name, const value *args, uint32_t n, value *v)
{
  const struct called *first = c->erb == NULL ? NULL : c->erb->again;
  if (first == NULL) return false;
  bool same = str_eq(first->name, name) && first->n == n;
  for (uint32_t i = 0; same && i < n; i++) same = value_same(first->args[i], args[i]);
  c->erb->again = same ? first->next : NULL;
  if (same) *v = first->result;
  return same;
}

static void remember(struct rendering *r, struct called call)
{
  struct called *one = ARENA_NEW(r->c->arena, struct called);
  *one = call;
  *r->last_call = one;
  r->last_call = &one->next;
}

/* Some of Puppet's functions would rather not be called as scope.function_NAME. */
static void warn_of_old(struct compilation *c, str name)
{
  static const char *const warned[] = {"contain", "include", "require"};
  for (size_t i = 0; i < sizeof warned / sizeof *warned; i++) {
    if (!str_eqz(name, warned[i])) continue;
    str text = arena_printf(c->arena, "Calling function_%s via the Scope class is deprecated. Use "
                            "Scope#call_function instead", warned[i]);
    warn_once(c, text, text);
  }
}

static bool world_call(void *ctx, str name, bool old, const value *args, uint32_t n, value *result)
{
  struct rendering *r = ctx;
  if (old && !can_call_old(r->c, name, args, n)) return false;
  if (old) warn_of_old(r->c, name);
  const uint64_t changes = ruby_changes(r->c);
  *result = eval_call_function(r->c, r->scope, name, args, n, NULL);
  remember(r, (struct called){.name = name, .args = args, .n = n, .result = *result});
  return ruby_changes(r->c) == changes;       /* else what was taken over may be out of date */
}

/* --- setting variables --- */

static bool world_set(void *ctx, str name, value v)
{
  struct rendering *r = ctx;
  const symbol *s = sym_intern(name);
  bool plain = name.n > 0 && !ascii_is_digit(name.p[0]) && str_index(name, ':', 0) == SIZE_MAX;
  if (!plain || scope_is_reserved(r->c, s) || scope_bound(r->scope, s)) return false;
  scope_set_builtin(r->scope, s, v);
  struct set *one = ARENA_NEW(r->c->arena, struct set);
  *one = (struct set){.name = s, .next = r->sets};
  r->sets = one;
  return true;
}

/* Ruby is going to set them. */
static void forget_sets(struct rendering *r)
{
  for (; r->sets != NULL; r->sets = r->sets->next) scope_forget(r->scope, r->sets->name);
}

/* --- rendering --- */

static void render_step(struct context *context, void *arg)
{
  struct rendering *r = arg;
  const struct erb_world w = {.ctx = r, .instance_variable = world_instance_variable, .lookup = world_lookup,
                              .shown = world_shown, .all_shown = world_all_shown,
                              .call = world_call, .set = world_set, .classes = world_classes,
                              .file = r->file->path};
  erb_render(context, r->file->parsed, &w, &r->result);
}

/* What Puppet says of an exception in a template. A limit, and what Puppet does not catch, stay what they are. */
_Noreturn static void fail_rendering(struct rendering *r)
{
  struct compilation *c = r->c;
  const struct failure *f = &c->context.failure;
  if (f->class == FAILURE_LIMIT || f->uncaught) fail_again(CTX(c));
  const enum failure_class class = f->class;
  str detail = f->text.n > 0 ? f->text : f->message;
  if (r->name.n == 0) {
    fail_error(CTX(c), class, "Failed to parse inline template: %.*s", STR_FMT(detail));
  }
  fail_error(CTX(c), class, "Failed to parse template %.*s:\n  Filepath: %.*s\n  Line: %u\n  Detail: %.*s\n",
             STR_FMT(r->name), STR_FMT(r->file->path), r->result.line, STR_FMT(detail));
}

/* False: it must be Ruby. */
static bool render_natively(struct rendering *r)
{
  struct compilation *c = r->c;
  struct erb_state *st = state(c);
  const struct called *const again = st->again;
  const unsigned mark = observer_template_begin(c->observer, TEMPLATE_WAY_ERB_NATIVE);
  st->again = NULL;
  const bool ok = eval_protect(c, render_step, r);
  st->again = again;
  observer_span_end(c->observer, mark, ok ? OBSERVED_DONE : OBSERVED_FAILED);
  if (!ok) fail_rendering(r);
  if (!r->result.left && r->file->parsed->ndefinitions > 0) ptrvec_push(&st->definers, c->arena, r);
  if (r->result.left) forget_sets(r);
  return !r->result.left;
}

static value ask_ruby(struct rendering *r)
{
  struct erb_state *st = state(r->c);
  const value args[] = {value_str(r->name), value_str(r->file->path), value_str(r->file->text)};
  const struct called *const again = st->again;
  st->again = r->calls;
  ruby_state(r->c)->called = r->name;
  value v = ruby_call(r->c, r->scope, "render_template", args, 3, VALUE_UNDEF);
  st->again = again;
  return v;
}

/* Methods that templates have defined are known to those rendered later: Ruby renders the former too, once. */
static void tell_definitions(struct erb_state *st)
{
  const struct ptrvec definers = st->definers;
  st->definers = (struct ptrvec){0};
  for (uint32_t i = 0; i < definers.n; i++) ask_ruby(definers.items[i]);
}

static value render_by_ruby(struct rendering *r)
{
  struct compilation *c = r->c;
  struct erb_state *st = state(c);
  str why = r->result.left ? arena_printf(c->arena, "line %u: %.*s", r->result.line, STR_FMT(r->result.reason))
                           : STR("as the setting native_templates says");
  str what = arena_printf(c->arena, "%s%s%.*s%s (%.*s)", r->name.n > 0 ? "template" : "inline template",
                          r->name.n > 0 ? " '" : "", STR_FMT(r->name), r->name.n > 0 ? "'" : "", STR_FMT(why));
  ruby_need(c, what, r->name.n > 0 ? r->file->path : STR("ERB"));
  tell_definitions(st);
  const unsigned mark = observer_template_begin(c->observer, TEMPLATE_WAY_ERB_RUBY);
  value v = ask_ruby(r);
  observer_span_end(c->observer, mark, OBSERVED_DONE);
  return v;
}

static void log_rendered(const struct rendering *r, bool native, uint64_t began)
{
  struct compilation *c = r->c;
  const str what = r->name.n > 0 ? r->file->path : STR("an inline template");
  if (!compile_debugs(c, &log_template)) return;
  if (native || !r->result.left) {
    compile_debug(c, &log_template, "Rendered %.*s %s in %.2f ms", STR_FMT(what), native ? "natively" : "by Ruby",
                  compile_debug_ms(began));
    return;
  }
  compile_debug(c, &log_template, "Rendered %.*s by Ruby in %.2f ms, for line %u: %.*s", STR_FMT(what),
                compile_debug_ms(began), r->result.line, STR_FMT(r->result.reason));
}

static value render(struct compilation *c, struct scope *s, const struct erb_file *file, str name)
{
  struct rendering *r = ARENA_NEW(c->arena, struct rendering);
  *r = (struct rendering){.c = c, .scope = s, .file = file, .name = name};
  r->last_call = &r->calls;
  r->result = (struct erb_result){.left = file->parsed->body == NULL, .reason = file->parsed->reason,
                                  .line = file->parsed->line};
  context_enter(CTX(c));
  const bool may_be_native = !c->settings->without_native_templates && !r->result.left;
  const uint64_t began = compile_debug_clock(c, &log_template);
  const bool native = may_be_native && render_natively(r);
  value v = native ? value_str(r->result.text) : render_by_ruby(r);
  context_leave(CTX(c));
  log_rendered(r, native, began);
  return v;
}

value template_erb(struct compilation *c, struct scope *s, str name)
{
  compile_debug_from(c, &log_template, scope_label(s), "Retrieving template %.*s", STR_FMT(name));
  str error, path = environment_module_file(c, "templates", name);
  if (path.n == 0) fail_error(CTX(c), FAILURE_MISSING, "Could not find template '%.*s'", STR_FMT(name));
  const struct erb_file *file = environment_erb(c, path, &error);
  if (file == NULL) {
    fail_error(CTX(c), FAILURE_MISSING, "Failed to parse template %.*s:\n  Filepath: %.*s\n  Line: 0\n  "
               "Detail: %.*s @ rb_sysopen - %.*s\n",
               STR_FMT(name), STR_FMT(path), STR_FMT(error), STR_FMT(path));
  }
  return render(c, s, file, name);
}

value template_inline_erb(struct compilation *c, struct scope *s, str text)
{
  return render(c, s, environment_inline_erb(c, text), STR_EMPTY);
}

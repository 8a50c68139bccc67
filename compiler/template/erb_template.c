/* Templates in ERB, from files and from text. They are rendered natively if their Ruby code is simple enough. A native
 * rendering has no effects before its end, where it logs the warnings about unknown variables. If it reaches code that
 * requires Ruby, its output is dropped, and Ruby renders the template from the beginning. */
#include "compiler/catalog/catalog.h"
#include "compiler/catalog/resource.h"
#include "compiler/environment/environment.h"
#include "compiler/compilation/host.h"
#include "compiler/erb/erb.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/template/template.h"

/* `outer`: the native rendering that renders this template with a function. */
struct rendering {
  struct compilation *c;
  struct scope *scope;
  const struct erb_file *file;
  str name; /* as given; empty: inline */
  struct rendering *outer;
  str inner_reason;       /* why a template that this one renders requires Ruby; empty: none does */
  struct ptrvec warnings; /* str *: to be logged at the end */
  struct erb_result result;
};

/* --- variables --- */

/* Whether a name is never reported as unknown. */
static bool always_known(str name)
{
  bool digits = name.n > 0;
  for (size_t i = 0; i < name.n; i++) digits = digits && ascii_is_digit(name.p[i]);
  return digits || str_eqz(name, "module_name") || str_eqz(name, "caller_module_name");
}

static void unknown_variable(struct rendering *r, str name)
{
  struct compilation *c = r->c;
  str reason = STR_EMPTY, seen = name;
  if (str_find(name, STR("::"), 0) != SIZE_MAX) {
    str plain = str_starts(name, STR("::")) ? str_from(name, 2) : name;
    scope_find_qualified(r->scope, plain, &reason);
    seen = reason.n > 0 ? plain : arena_printf(c->arena, "::%.*s", STR_FMT(plain));
  }
  str *text = arena_alloc(c->arena, sizeof *text);
  *text = arena_printf(c->arena, "Undefined variable '%.*s'; %.*s", STR_FMT(seen), STR_FMT(reason));
  if (c->settings->strict == SEVERITY_ERROR) fail_error(CTX(c), FAILURE_EVALUATION, "%.*s", STR_FMT(*text));
  if (c->settings->strict == SEVERITY_WARNING && !c->settings->without_undefined)
    ptrvec_push(&r->warnings, c->arena, text);
}

/* Logs each warning once. Warnings of an inner template wait until the outer one has ended, which may still require
 * Ruby. */
static void give_warnings(struct rendering *r)
{
  struct compilation *c = r->c;
  for (uint32_t i = 0; i < r->warnings.n; i++) {
    const str *text = r->warnings.items[i];
    if (r->outer != NULL) ptrvec_push(&r->outer->warnings, c->arena, r->warnings.items[i]);
    else if (compile_first_time(c, *text))
      compile_log(c, CLOG_WARNING, STR_EMPTY,
                  arena_printf(c->arena, "%.*s\n   (file & line not available)", STR_FMT(*text)));
  }
}

static value *world_instance_variable(void *ctx, str name)
{
  return scope_template_variable(((struct rendering *)ctx)->scope, name);
}

static const value *world_lookup(void *ctx, str name, bool quiet)
{
  struct rendering *r = ctx;
  const value *v = scope_lookup_all(r->scope, name);
  const str leaf = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  if (v == NULL && !quiet && !always_known(leaf)) unknown_variable(r, name);
  return v;
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
  struct array *names = array_new(c->arena, c->catalog->classes.n);
  for (uint32_t i = 0; i < names->n; i++) names->items[i] = value_str(sym_str(c->catalog->classes.names[i]));
  return value_array(names);
}

/* --- functions --- */

static bool has_undef(value v)
{
  bool has = v.kind == V_UNDEF;
  for (uint32_t i = 0; v.kind == V_ARRAY && !has && i < v.array->n; i++) has = has_undef(v.array->items[i]);
  for (uint32_t i = 0; v.kind == V_HASH && !has && i < v.hash->n; i++) has = has_undef(v.hash->entries[i].value);
  return has;
}

/* As scope.function_NAME a function gets nil, for which the language passes an empty string. Only Ruby functions can
 * distinguish these, so such a call requires Ruby. */
static bool can_call_older(struct compilation *c, const struct erb_function *f, const value *args, uint32_t n)
{
  for (uint32_t i = 0; i < n && f->older; i++) {
    if (has_undef(args[i])) return false;
  }
  return f->older || environment_older_function(c, f->name) != NULL;
}

static bool world_call(void *ctx, const struct erb_function *f, bool older, const value *args, uint32_t n,
                       value *result)
{
  struct rendering *r = ctx;
  if (!r->c->ops->is_native(r->c, f->name)) return false;
  if (older && !can_call_older(r->c, f, args, n)) return false;
  *result = call_by_name(r->c, r->scope, f->name, args, n, NULL);
  return true;
}

/* --- rendering --- */

static void render_step(struct context *context, void *arg)
{
  struct rendering *r = arg;
  const struct erb_world w = {.ctx = r,
                              .instance_variable = world_instance_variable,
                              .lookup = world_lookup,
                              .shown = world_shown,
                              .all_shown = world_all_shown,
                              .call = world_call,
                              .classes = world_classes,
                              .file = r->file->path};
  erb_render(context, r->file->parsed, &w, &r->result);
}

/* Fails with Puppet's message about an exception in a template. Errors about limits, and those that Puppet does not
 * catch, are not changed. */
_Noreturn static void fail_rendering(struct rendering *r)
{
  struct compilation *c = r->c;
  const struct failure *f = &c->context.failure;
  if (!failure_is_catchable(f, RESCUE_STANDARD_ERROR)) fail_again(CTX(c));
  const enum failure_class class = f->class;
  const str detail = failure_detail(c->arena, f);
  if (r->name.n == 0) fail_error(CTX(c), class, "Failed to parse inline template: %.*s", STR_FMT(detail));
  fail_error(CTX(c), class, "Failed to parse template %.*s:\n  Filepath: %.*s\n  Line: %u\n  Detail: %.*s\n",
             STR_FMT(r->name), STR_FMT(r->file->path), r->result.line, STR_FMT(detail));
}

/* Whether Ruby renders it without a native attempt: always, or because the last attempts failed. */
static bool begins_with_ruby(struct rendering *r)
{
  if (r->c->settings->without_native_templates || r->result.left) return true;
  if (!environment_erb_begins_with_ruby(r->file)) return false;
  r->result.left = true;
  r->result.reason = r->file->history->reason;
  r->result.line = r->file->history->line;
  return true;
}

/* Renders natively. False: Ruby must render it. */
static bool render_natively(struct rendering *r)
{
  struct compilation *c = r->c;
  const unsigned mark = observer_template_begin(c->observer, TEMPLATE_WAY_ERB_NATIVE);
  c->rendering = r;
  const bool ok = eval_protect(c, render_step, r);
  c->rendering = r->outer;
  observer_span_end(c->observer, mark, ok ? OBSERVED_DONE : OBSERVED_FAILED);
  if (r->inner_reason.n > 0) {
    r->result.left = true;
    r->result.reason = r->inner_reason;
  }
  if (r->result.left) {
    environment_erb_left(c->environment, r->file, r->result.line, r->result.reason);
    return false;
  }
  environment_erb_rendered(r->file);
  give_warnings(r);
  if (!ok) fail_rendering(r);
  return true;
}

static str shown_name(const struct rendering *r)
{
  if (r->name.n == 0) return STR("inline template");
  return arena_printf(r->c->arena, "template '%.*s'", STR_FMT(r->name));
}

static str shown_reason(const struct rendering *r)
{
  if (!r->result.left) return STR("as the setting native_templates says");
  return arena_printf(r->c->arena, "line %u: %.*s", r->result.line, STR_FMT(r->result.reason));
}

/* Ends the outer rendering, which Ruby must repeat as a whole: rendering this template in Ruby may have effects, which
 * must not occur twice. */
_Noreturn static void leave_outer(const struct rendering *r)
{
  const str name = shown_name(r), reason = shown_reason(r);
  r->outer->inner_reason = arena_printf(r->c->arena, "the %.*s (%.*s)", STR_FMT(name), STR_FMT(reason));
  fail_message(CTX(r->c), FAILURE_EVALUATION, r->outer->inner_reason);
}

static value render_by_ruby(struct rendering *r)
{
  struct compilation *c = r->c;
  if (r->outer != NULL) leave_outer(r);
  const str name = shown_name(r), reason = shown_reason(r);
  ruby_need(c, arena_printf(c->arena, "%.*s (%.*s)", STR_FMT(name), STR_FMT(reason)),
            r->name.n > 0 ? r->file->path : STR("ERB"));
  const unsigned mark = observer_template_begin(c->observer, TEMPLATE_WAY_ERB_RUBY);
  const value args[] = {value_str(r->name), value_str(r->file->path), value_str(r->file->text)};
  ruby_state(c)->next_call = r->name;
  value v = ruby_call(c, r->scope, "render_template", args, 3, VALUE_UNDEF);
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
                  compile_debug_ms(r->c, began));
    return;
  }
  compile_debug(c, &log_template, "Rendered %.*s by Ruby in %.2f ms, for line %u: %.*s", STR_FMT(what),
                compile_debug_ms(r->c, began), r->result.line, STR_FMT(r->result.reason));
}

static value render(struct compilation *c, struct scope *s, const struct erb_file *file, str name)
{
  struct rendering *r = ARENA_NEW(c->arena, struct rendering);
  *r = (struct rendering){.c = c, .scope = s, .file = file, .name = name, .outer = c->rendering};
  r->result = (struct erb_result){
    .left = file->parsed->body == NULL, .reason = file->parsed->reason, .line = file->parsed->line};
  context_enter(CTX(c));
  const uint64_t began = compile_debug_clock(c, &log_template);
  const bool native = !begins_with_ruby(r) && render_natively(r);
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
    fail_error(CTX(c), FAILURE_MISSING,
               "Failed to parse template %.*s:\n  Filepath: %.*s\n  Line: 0\n  "
               "Detail: %.*s @ rb_sysopen - %.*s\n",
               STR_FMT(name), STR_FMT(path), STR_FMT(error), STR_FMT(path));
  }
  return render(c, s, file, name);
}

value template_inline_erb(struct compilation *c, struct scope *s, str text)
{
  return render(c, s, environment_inline_erb(c, text), STR_EMPTY);
}

/* Templates: epp, inline_epp; of template and inline_template what can be told without Ruby. */
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/evaluator/text.h"
#include "compiler/functions/fn.h"
#include "compiler/host.h"
#include "compiler/syntax/parse.h"

static const struct hash *arguments(struct fn_call *call)
{
  return call->n > 1 && call->args[1].kind == V_HASH ? call->args[1].hash : NULL;
}

struct parse_step {
  str path;
  struct ast_program *program;
};

static void parse_template(struct context *context, void *arg)
{
  struct parse_step *p = arg;
  p->program = environment_template((struct compilation *)context, p->path);
}

static value fn_epp(struct fn_call *call)
{
  struct compilation *c = call->compilation;
  str name = fn_text(call, 0);
  if (!str_ends(name, STR(".epp")) && c->host->stat(c->host->ctx, name).kind == HOST_NOTHING) {
    name = arena_printf(call->arena, "%.*s.epp", STR_FMT(name));
  }
  str path = environment_module_file(c, "templates", name);
  if (path.n == 0 || c->host->stat(c->host->ctx, path).kind == HOST_NOTHING) {
    fail_error(call->context, FAILURE_MISSING, "Could not find template '%.*s'", STR_FMT(name));
  }
  struct parse_step step = {.path = path};
  if (!context_protect(call->context, parse_template, &step)) {
    if (call->context->failure.class != FAILURE_SYNTAX) {
      fail_again(call->context);
    }
    fail_error(call->context, FAILURE_SYNTAX, "epp(): Invalid EPP: %.*s",
               STR_FMT(call->context->failure.message));
  }
  return eval_epp(c, call->scope, step.program, arguments(call), false);
}

static void log_diagnostic(struct fn_call *call, enum compile_log_level level, const struct diagnostic *d)
{
  compile_log_at(call->compilation, level, d->message, str_from(diag_text(call->arena, d), d->message.n));
}

static value fn_inline_epp(struct fn_call *call)
{
  struct compilation *c = call->compilation;
  struct parse_options o = {.epp = true, .tasks = c->settings->tasks, .strict = c->settings->strict};
  struct diag_list diags;
  diag_list_init(&diags, call->arena);
  struct ast_program *p = parse_text(call->arena, STR("inlined-epp-text"), fn_text(call, 0), &o, &diags);
  for (uint32_t i = 0; i < diags.n; i++) {
    const struct diagnostic *d = &diags.items[i];
    if (d->severity == SEVERITY_WARNING || d->severity == SEVERITY_DEPRECATION) {
      log_diagnostic(call, CLOG_WARNING, d);
    }
  }
  if (p != NULL) {
    return eval_epp(c, call->scope, p, arguments(call), true);
  }
  str detail = STR_EMPTY;
  for (uint32_t i = 0; i < diags.n && detail.n == 0; i++) {
    if (diags.items[i].severity == SEVERITY_ERROR) {
      detail = diag_text(call->arena, &diags.items[i]);
    }
  }
  if (diags.errors > 1) {
    for (uint32_t i = 0; i < diags.n; i++) {
      if (diags.items[i].severity == SEVERITY_ERROR) {
        log_diagnostic(call, CLOG_ERR, &diags.items[i]);
      }
    }
    detail =
        arena_printf(call->arena, "Language validation logged %u errors. Giving up (file: inlined-epp-text)",
                     diags.errors);
  }
  fail_error(call->context, FAILURE_SYNTAX, "inline_epp(): Invalid EPP: %.*s", STR_FMT(detail));
}

static value fn_template(struct fn_call *call)
{
  struct compilation *c = call->compilation;
  for (uint32_t i = 0; i < call->n; i++) {
    str name = value_to_str(call->arena, call->args[i]);
    str path = environment_module_file(c, "templates", name);
    if (path.n == 0) {
      fail_error(call->context, FAILURE_MISSING, "Could not find template '%.*s'", STR_FMT(name));
    }
  }
  FN_FAIL(call, "not supported: ERB templates (function 'template'); EPP templates are");
}

static value fn_inline_template(struct fn_call *call)
{
  FN_FAIL(call, "not supported: ERB templates (function 'inline_template'); EPP templates are");
}

const struct fn_row fn_template_rows[] = {
    {"epp", "String $path, Hash[Pattern[/^\\w+$/], Any] ?$parameters", fn_epp, "renders an EPP template"},
    {"inline_epp", "String $template, Hash[Pattern[/^\\w+$/], Any] ?$parameters", fn_inline_epp,
     "renders a text as EPP"},
    {"inline_template", "@-2", fn_inline_template, "renders a text as ERB"},
    {"template", "@-2", fn_template, "renders an ERB template"},
    {0},
};

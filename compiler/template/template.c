/* Templates in EPP, from files and from text. Files are parsed once per generation of the environment, like manifests;
 * inline texts are cached if they are short and have no warnings. */
#include "compiler/template/template.h"

#include <assert.h>

#include "compiler/catalog/resource.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/compilation/host.h"
#include "compiler/syntax/parse.h"

struct parse_step {
  str path;
  struct ast_program *program;
};

static void parse_template(struct context *context, void *arg)
{
  struct parse_step *p = arg;
  p->program = environment_template((struct compilation *)context, p->path);
}

static value render(struct compilation *c, struct scope *s, struct ast_program *p, const struct hash *args,
                    bool inlined)
{
  const unsigned mark = observer_template_begin(c->observer, TEMPLATE_WAY_EPP);
  const uint64_t began = compile_debug_clock(c, &log_template);
  value text = eval_epp(c, s, p, args, inlined);
  observer_span_end(c->observer, mark, OBSERVED_DONE);
  const str what = inlined ? STR("an inline EPP template") : p->source->file;
  compile_debug(c, &log_template, "Rendered %.*s in %.2f ms", STR_FMT(what), compile_debug_ms(c, began));
  return text;
}

value template_epp(struct compilation *c, struct scope *s, str name, const struct hash *args)
{
  assert(name.p != NULL);
  /* As in Puppet, .epp may be missing, unless the name is the path of a file. */
  if (!str_ends(name, STR(".epp")) && c->host->stat(c->host->ctx, name).kind == HOST_NOTHING)
    name = arena_printf(c->arena, "%.*s.epp", STR_FMT(name));
  str path = environment_module_file(c, "templates", name);
  /* Files of modules were checked with the environment; others must be checked now. */
  const bool own_path = str_starts(name, STR("/"));
  if (path.n == 0 || (own_path && c->host->stat(c->host->ctx, path).kind == HOST_NOTHING))
    fail_error(&c->context, FAILURE_MISSING, "Could not find template '%.*s'", STR_FMT(name));
  compile_debug_from(c, &log_template, scope_label(s), "Retrieving epp template %.*s", STR_FMT(name));
  struct parse_step step = {.path = path};
  if (!context_protect(&c->context, parse_template, &step)) {
    if (c->context.failure.class != FAILURE_SYNTAX) fail_again(&c->context);
    fail_error(&c->context, FAILURE_SYNTAX, "epp(): Invalid EPP: %.*s", STR_FMT(context_message(&c->context)));
  }
  return render(c, s, step.program, args, false);
}

static void log_diagnostic(struct compilation *c, enum compile_log_level level, const struct diagnostic *d)
{
  compile_log_at(c, level, d->message, str_from(diag_text(c->arena, d), d->message.n));
}

/* Texts that occur repeatedly, as in a loop, are parsed once. The cache is limited, because texts may be generated and
 * different each time. */
enum { KEPT_TEMPLATES = 200, KEPT_BYTES = 4096 };

static struct arena *inline_arena(const struct compilation *c, str text)
{
  const struct environment *e = c->environment;
  return e->files.epp_texts.n < KEPT_TEMPLATES && text.n <= KEPT_BYTES ? e->generation : c->arena;
}

/* Fails with the first error of a text. Several errors are logged, and the message has their number. */
_Noreturn static void fail_parsing(struct compilation *c, const struct diag_list *diags)
{
  str detail = STR_EMPTY;
  for (uint32_t i = 0; i < diags->n; i++) {
    const struct diagnostic *d = &diags->items[i];
    if (d->severity != SEVERITY_ERROR) continue;
    if (detail.n == 0) detail = diag_text(c->arena, d);
    if (diags->errors > 1) log_diagnostic(c, CLOG_ERR, d);
  }
  if (diags->errors > 1) {
    detail = arena_printf(c->arena, "Language validation logged %u errors. Giving up (file: inlined-epp-text)",
                          diags->errors);
  }
  fail_error(&c->context, FAILURE_SYNTAX, "inline_epp(): Invalid EPP: %.*s", STR_FMT(detail));
}

value template_inline_epp(struct compilation *c, struct scope *s, str text, const struct hash *args)
{
  struct parse_options o = {.epp = true, .tasks = c->settings->tasks, .strict = c->settings->strict};
  struct diag_list diags;
  diag_list_init(&diags, c->arena);
  struct arena *a = inline_arena(c, text);
  struct ast_program *p = strmap_get(&c->environment->files.epp_texts, text);
  if (p != NULL) return render(c, s, p, args, true);
  text = a != c->arena ? arena_str(a, text) : text;
  p = parse_text(a, STR("inlined-epp-text"), text, &o, &diags);
  /* A text with warnings is parsed each time, so that they are logged each time. */
  if (p != NULL && diags.n == 0 && a != c->arena) strmap_put(&c->environment->files.epp_texts, text, p);
  for (uint32_t i = 0; i < diags.n; i++) {
    const struct diagnostic *d = &diags.items[i];
    if (d->severity == SEVERITY_WARNING || d->severity == SEVERITY_DEPRECATION) log_diagnostic(c, CLOG_WARNING, d);
  }
  if (p == NULL) fail_parsing(c, &diags);
  return render(c, s, p, args, true);
}

/* Templates: epp, inline_epp, template, inline_template. */
#include "compiler/functions/fn.h"
#include "compiler/template/template.h"

static const struct hash *arguments(struct fn_call *call)
{
  return call->n > 1 && call->args[1].kind == V_HASH ? call->args[1].hash : NULL;
}

static value fn_epp(struct fn_call *call)
{
  return (call->row->flag ? template_inline_epp : template_epp)(call->compilation, call->scope, fn_text(call, 0),
                                                                arguments(call));
}

/* Joins the results of several templates. */
static value fn_template(struct fn_call *call)
{
  struct compilation *c = call->compilation;
  value (*const render)(struct compilation *, struct scope *, str) = call->row->flag ? template_inline_erb
                                                                                     : template_erb;
  const str feature = call->row->flag ? STR("ERB inline_template") : STR("ERB template");
  if (c->settings->tasks) fail_issue(call->context, NULL, ISSUE_FEATURE_NOT_SUPPORTED_WHEN_SCRIPTING, STR_FMT(feature));
  if (call->n == 1) return render(c, call->scope, value_to_str(call->arena, call->args[0]));
  struct buf out = BUF_IN(call->arena);
  for (uint32_t i = 0; i < call->n; i++) {
    buf_str(&out, value_text(render(c, call->scope, value_to_str(call->arena, call->args[i]))));
  }
  return value_str(buf_finish(&out));
}

const struct fn_row fn_template_rows[] = {
  {"epp", "String $path, Hash[Pattern[/^\\w+$/], Any] ?$parameters >> Variant[String, Sensitive[String]]", fn_epp,
   "renders an EPP template"},
  {"inline_epp", "String $template, Hash[Pattern[/^\\w+$/], Any] ?$parameters >> Variant[String, Sensitive[String]]",
   fn_epp, "renders a text as EPP", .flag = true},
  {"inline_template", NULL, fn_template, "renders a text as ERB", .flag = true, OLD_API(-2)},
  {"template", NULL, fn_template, "renders an ERB template", OLD_API(-2)},
  {0},
};

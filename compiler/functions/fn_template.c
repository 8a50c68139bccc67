/* Templates: epp, inline_epp, template, inline_template. */
#include "compiler/functions/fn.h"
#include "compiler/template/template.h"

static const struct hash *arguments(struct fn_call *call)
{
  return call->n > 1 && call->args[1].kind == V_HASH ? call->args[1].hash : NULL;
}

static value fn_epp(struct fn_call *call)
{
  return template_epp(call->compilation, call->scope, fn_text(call, 0), arguments(call));
}

static value fn_inline_epp(struct fn_call *call)
{
  return template_inline_epp(call->compilation, call->scope, fn_text(call, 0), arguments(call));
}

/* The results of several templates are joined. */
static value each_template(struct fn_call *call, const char *feature,
                           value (*render)(struct compilation *c, struct scope *s, str what))
{
  struct compilation *c = call->compilation;
  if (c->settings->tasks)
    fail_issue(call->context, NULL, ISSUE_FEATURE_NOT_SUPPORTED_WHEN_SCRIPTING, STR_FMT(str_of(feature)));
  if (call->n == 1) return render(c, call->scope, value_to_str(call->arena, call->args[0]));
  struct buf out = BUF_IN(call->arena);
  for (uint32_t i = 0; i < call->n; i++) {
    buf_str(&out, value_text(render(c, call->scope, value_to_str(call->arena, call->args[i]))));
  }
  return value_str(buf_finish(&out));
}

static value fn_template(struct fn_call *call) { return each_template(call, "ERB template", template_erb); }

static value fn_inline_template(struct fn_call *call)
{
  return each_template(call, "ERB inline_template", template_inline_erb);
}

const struct fn_row fn_template_rows[] = {
  {"epp", "String $path, Hash[Pattern[/^\\w+$/], Any] ?$parameters >> Variant[String, Sensitive[String]]", fn_epp,
   "renders an EPP template"},
  {"inline_epp", "String $template, Hash[Pattern[/^\\w+$/], Any] ?$parameters >> Variant[String, Sensitive[String]]",
   fn_inline_epp, "renders a text as EPP"},
  {"inline_template", "@-2", fn_inline_template, "renders a text as ERB"},
  {"template", "@-2", fn_template, "renders an ERB template"},
  {0},
};

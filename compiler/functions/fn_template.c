/* Templates: epp, inline_epp; of template and inline_template what can be told without Ruby. */
#include "compiler/environment/environment.h"
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
    {"epp", "String $path, Hash[Pattern[/^\\w+$/], Any] ?$parameters >> Variant[String, Sensitive[String]]",
     fn_epp, "renders an EPP template"},
    {"inline_epp",
     "String $template, Hash[Pattern[/^\\w+$/], Any] ?$parameters >> Variant[String, Sensitive[String]]",
     fn_inline_epp, "renders a text as EPP"},
    {"inline_template", "@-2", fn_inline_template, "renders a text as ERB"},
    {"template", "@-2", fn_template, "renders an ERB template"},
    {0},
};

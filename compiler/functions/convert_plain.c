/* Constructors that return a value as it is: Regexp, Sensitive and Type. That of Unit, which NotUndef also uses,
 * returns the value itself. */
#include "compiler/functions/convert.h"
#include "compiler/types/type_rich.h"
#include "compiler/values/ruby_string.h"

static value new_regexp(struct fn_call *call)
{
  str text = fn_text(call, 0);
  if (value_truthy(fn_arg(call, 1))) text = ruby_regexp_escape(call->arena, text);
  return type_rich_value(call->context, V_REGEX, value_str(text));
}

value convert_text(struct fn_call *call)
{
  return type_rich_value(call->context, (enum value_kind)call->row->number, value_str(fn_text(call, 0)));
}

static value new_sensitive(struct fn_call *call)
{
  value v = call->args[0];
  return v.kind == V_SENSITIVE ? v : value_sensitive(call->arena, v);
}

static value new_type(struct fn_call *call)
{
  return value_type(type_from_text(call->context, &call->compilation->resolver, fn_text(call, 0)));
}

static value same_value(struct fn_call *call) { return call->args[0]; }

/* As in Puppet, whose messages name this function "new_float" by mistake. */
const struct fn_row convert_regexp_rows[] = {
  {"new_float", "String $pattern, Boolean ?$escape", new_regexp, "the expression a text stands for"},
  {0},
};
const struct fn_row convert_sensitive_rows[] = {
  {"new_Sensitive", "Sensitive $value; Any $value", new_sensitive, "the value, hidden"},
  {0},
};
const struct fn_row convert_type_rows[] = {
  {"new_type", "String[1] $type_string", new_type, "the type a text names"},
  {0},
};
const struct fn_row convert_unit_rows[] = {
  {"new_unit", "Any $from", same_value, "the value"},
  {0},
};

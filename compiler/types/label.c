/* Labels of values in error messages: "Integer", "Undef Value", "Array[Integer]-Type", "File['x'] Resource-Reference".
 * They are those of Puppet's label provider, which uses "Object" for values that it does not know. */
#include "compiler/types/type.h"
#include "compiler/values/rich.h"

static str type_label(struct arena *a, const struct type *t)
{
  struct buf out = BUF_IN(a);
  /* Types with a definition are shown with it. */
  if (t->kind == T_ALIAS || t->kind == T_OBJECT || t->kind == T_TYPE_SET) type_format_detailed(&out, t);
  else type_format(&out, t);
  bool reference = t->kind == T_RESOURCE && t->resource.has_title;
  buf_z(&out, reference ? " Resource-Reference" : "-Type");
  return buf_view(&out);
}

str label_of_value(struct arena *a, value v)
{
  static const char *const labels[V_TIMESTAMP] = {
    [V_UNDEF] = "Undef Value", [V_DEFAULT] = "Object",      [V_BOOL] = "Boolean",   [V_INT] = "Integer",
    [V_FLOAT] = "Float",       [V_STRING] = "String",       [V_ARRAY] = "Array",    [V_HASH] = "Hash",
    [V_REGEX] = "Regexp",      [V_SENSITIVE] = "Sensitive", [V_CLOSURE] = "Object",
  };
  if (v.kind == V_TYPE) return type_label(a, v.type);
  return str_of(value_is_rich(v) ? rich_kind(v)->label : labels[v.kind]);
}

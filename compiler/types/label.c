/* What error messages call values: "Integer", "Undef Value", "Array[Integer]-Type", "File['x']
 * Resource-Reference". Puppet's label provider is the model, including "Object" for whatever it has no name for. */
#include "compiler/types/type.h"
#include "compiler/values/rich.h"

static str type_label(struct arena *a, const struct type *t)
{
  struct buf out = BUF_IN(a);
  /* Types with a definition are shown with it, so that the message shows what the name means. */
  if (t->kind == T_ALIAS || t->kind == T_OBJECT || t->kind == T_TYPE_SET) type_format_detailed(&out, t);
  else type_format(&out, t);
  bool reference = t->kind == T_RESOURCE && t->resource.has_title;
  buf_z(&out, reference ? " Resource-Reference" : "-Type");
  return buf_view(&out);
}

str label_of_value(struct arena *a, value v)
{
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: return STR("Undef Value");
  case V_DEFAULT: return STR("Object");
  case V_BOOL: return STR("Boolean");
  case V_INT: return STR("Integer");
  case V_FLOAT: return STR("Float");
  case V_STRING: return STR("String");
  case V_ARRAY: return STR("Array");
  case V_HASH: return STR("Hash");
  case V_REGEX: return STR("Regexp");
  case V_TYPE: return type_label(a, v.type);
  case V_SENSITIVE: return STR("Sensitive");
  case V_CLOSURE: return STR("Object");
  default: return str_of(rich_kind(v)->label);
  }
  return STR("Object");
}

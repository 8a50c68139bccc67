/* String.new. */
#include "compiler/functions/convert.h"
#include "compiler/types/string_format.h"

static value new_string(struct fn_call *call)
{
  struct buf b = BUF_IN(call->arena);
  string_convert(call->context, &b, call->args[0], call->n > 1 ? call->args[1] : VALUE_DEFAULT);
  return value_str(buf_view(&b));
}

const struct fn_row convert_string_rows[] = {
  {"new_string",
   "type Format = Pattern[/^%([\\s\\[+#0{<(|-]*)([1-9][0-9]*)?(?:\\.([0-9]+))?([a-zA-Z])$/];"
   "type ContainerFormat = Struct[{Optional[format] => Format, Optional[separator] => String, "
   "Optional[separator2] => String, Optional[string_formats] => Hash[Type, Format]}];"
   "type TypeMap = Hash[Type, Variant[Format, ContainerFormat]];"
   "type Convertible = Any;"
   "type Formats = Variant[Default, String[1], TypeMap];"
   "Convertible $from, Formats ?$string_formats",
   new_string, "any value as text"},
  {0},
};

/* Binary and URI. */
#include "compiler/functions/convert.h"
#include "compiler/values/binary.h"
#include "compiler/values/uri.h"

static value binary_of(struct fn_call *call, str text, value format)
{
  char letter = format.kind == V_STRING && format.length == 2 ? format.text[1] : 'B';
  if (letter == 's' || letter == 'r') return value_binary(text);
  enum base64_form form = letter == 'b' ? BASE64_RELAXED : letter == 'u' ? BASE64_URL : BASE64_STRICT;
  value v;
  if (!binary_decode(call->arena, text, form, &v)) FN_FAIL(call, "invalid base64");
  return v;
}

static value binary_of_array(struct fn_call *call, const struct array *a)
{
  char *bytes = arena_alloc(call->arena, a->n + 1);
  for (uint32_t i = 0; i < a->n; i++) bytes[i] = (char)a->items[i].integer;
  return value_binary((str){bytes, a->n});
}

/* Arguments or a hash: a text and its format, or bytes. */
static value new_binary(struct fn_call *call)
{
  const value first = call->args[0];
  const bool named = first.kind == V_HASH;
  const value v = named ? hash_member(first.hash, "value") : first;
  if (v.kind == V_ARRAY) return binary_of_array(call, v.array);
  return binary_of(call, value_text(v), named ? hash_member(first.hash, "format") : fn_arg(call, 1));
}

static value uri_from_hash(struct fn_call *call)
{
  str error = STR_EMPTY;
  const struct uri *u = uri_build(call->arena, call->args[0].hash, &error);
  if (u == NULL) FN_FAIL(call, "%.*s", STR_FMT(error));
  return value_uri(u);
}

const struct fn_row convert_binary_rows[] = {
  {"new_Binary",
   "type ByteInteger = Integer[0, 255];"
   "type Base64Format = Enum['%b', '%u', '%B', '%s', '%r'];"
   "type StringHash = Struct[{value => String, format => Optional[Base64Format]}];"
   "type ArrayHash = Struct[{value => Array[ByteInteger]}];"
   "type BinaryArgsHash = Variant[StringHash, ArrayHash];"
   "String $str, Base64Format ?$format; Array[ByteInteger] $byte_array",
   new_binary, "the bytes of a text, or bytes"},
  {"new_Binary", "BinaryArgsHash $hash_args", new_binary, "bytes"},
  {0},
};
/* The name is the one in Puppet's messages. */
const struct fn_row convert_uri_rows[] = {
  {"new_error", "String[1] $uri", convert_text, "an identifier", .number = V_URI},
  {"new_error",
   "Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], "
   "Optional[port] => Integer[0], Optional[path] => String[1], Optional[query] => String[1], "
   "Optional[fragment] => String[1], Optional[opaque] => String[1]}] $hash",
   uri_from_hash, "an identifier"},
  {0},
};

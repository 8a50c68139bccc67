/* Data lookup: lookup, the older hiera functions. */
#include "compiler/functions/fn.h"
#include "compiler/lookup/lookup.h"

/* --- lookup --- */

static value call_block(void *ctx)
{
  struct fn_call *call = ctx;
  const value name = call->args[0].kind == V_HASH ? *hash_get_str(call->args[0].hash, STR("name")) : call->args[0];
  return fn_yield(call, &name, 1);
}

/* Sets the names to look up, and the block that is called if none is found. */
static void set_names(struct fn_call *call, struct lookup_request *r, value name)
{
  const struct value_list all = value_list_of(&name);
  str *names = arena_array(call->arena, all.n + 1, sizeof *names);
  for (uint32_t i = 0; i < all.n; i++) names[i] = value_text(all.items[i]);
  r->names = names;
  r->n = all.n;
  if (!fn_has_block(call)) return;
  r->otherwise = call_block;
  r->otherwise_ctx = call;
}

static value run(struct fn_call *call, struct lookup_request *r, value name)
{
  set_names(call, r, name);
  return lookup_values(call->compilation, call->scope, r);
}

static const struct type *type_of(value v) { return v.kind == V_TYPE ? v.type : NULL; }

static value fn_lookup(struct fn_call *call)
{
  struct lookup_request r = {.type = type_of(fn_arg(call, 1)),
                             .merge = fn_arg(call, 2),
                             .has_default = call->n > 3,
                             .default_value = fn_arg(call, 3)};
  return run(call, &r, call->args[0]);
}

static value run_options(struct fn_call *call, const struct hash *h, value name)
{
  const value overrides = hash_member(h, "override"), fallbacks = hash_member(h, "default_values_hash");
  struct lookup_request r = {.type = type_of(hash_member(h, "value_type")),
                             .merge = hash_member(h, "merge"),
                             .has_default = hash_get_str(h, STR("default_value")) != NULL,
                             .default_value = hash_member(h, "default_value"),
                             .overrides = overrides.kind == V_HASH ? overrides.hash : NULL,
                             .fallbacks = fallbacks.kind == V_HASH ? fallbacks.hash : NULL};
  return run(call, &r, name);
}

static value fn_lookup_hash(struct fn_call *call)
{
  const struct hash *h = call->args[0].hash;
  return run_options(call, h, hash_member(h, "name"));
}

static value fn_lookup_name_hash(struct fn_call *call) { return run_options(call, call->args[1].hash, call->args[0]); }

/* --- hiera --- */

static value hiera(struct fn_call *call, const char *merge, const value *args, uint32_t n, bool has_default,
                   value hierarchy)
{
  struct compilation *c = call->compilation;
  lookup_warn_deprecated(c, call->name);
  struct lookup_request r = {.merge = value_str(str_of(merge)), .has_default = has_default};
  if (has_default) r.default_value = n > 1 ? args[1] : VALUE_UNDEF;
  set_names(call, &r, args[0]);
  return lookup_hiera(c, call->scope, &r, hierarchy);
}

/* With a block the second argument is the hierarchy, otherwise it is the default and the third is the hierarchy. */
static value hiera_args(struct fn_call *call, const char *merge, const value *args, uint32_t n)
{
  if (fn_has_block(call)) return hiera(call, merge, args, n, false, n > 1 ? args[1] : VALUE_UNDEF);
  return hiera(call, merge, args, n, n > 1, n > 2 ? args[2] : VALUE_UNDEF);
}

static value fn_hiera(struct fn_call *call)
{
  const struct value_list listed = value_list_of(call->args), given = {call->args, call->n};
  const struct value_list args = call->args[0].kind == V_ARRAY ? listed : given;
  return hiera_args(call, call->row->word, args.items, args.n);
}

static bool is_empty(value v)
{
  return v.kind == V_ARRAY ? v.array->n == 0 : v.kind == V_HASH ? v.hash->n == 0 : v.kind == V_STRING && v.length == 0;
}

static value fn_hiera_include(struct fn_call *call)
{
  const value v = fn_hiera(call);
  const value key = call->args[0].kind == V_ARRAY ? call->args[0].array->items[0] : call->args[0];
  if (v.kind == V_UNDEF) FN_FAIL(call, "Could not find data item %.*s", STR_FMT(value_text(key)));
  return is_empty(v) ? VALUE_UNDEF : fn_other(call, "include", &v, 1);
}

#define HIERA                                                                                    \
  "Tuple[String, Any, Any, 1, 3] $args; String $key; String $key, Any $default, Any ?$override;" \
  "String $key, Callable[1,1] &$default_block; String $key, Any $override, Callable[1,1] &$default_block"

static const char lookup_doc[] = "finds a value in the data of the site";

const struct fn_row fn_lookup_rows[] = {
  {"hiera", HIERA, fn_hiera, "finds a value in the data, as `lookup`; deprecated", .word = "first"},
  {"hiera_array", HIERA, fn_hiera, "finds all values in the data, as an array; deprecated", .word = "unique"},
  {"hiera_hash", HIERA, fn_hiera, "finds all values in the data, merged as hashes; deprecated", .word = "hash"},
  {"hiera_include", HIERA, fn_hiera_include, "includes the classes that the data names; deprecated", .word = "unique"},
  {"lookup",
   "type NameType = Variant[String, Array[String]];"
   "type ValueType = Type;"
   "type DefaultValueType = Any;"
   "type MergeType = Variant[String[1], Hash[String, Scalar]];"
   "type BlockType = Callable[NameType];"
   "type OptionsWithName = Struct[{name => NameType, value_type => Optional[ValueType], "
   "default_value => Optional[DefaultValueType], override => Optional[Hash[String,Any]], "
   "default_values_hash => Optional[Hash[String,Any]], merge => Optional[MergeType]}];"
   "type OptionsWithoutName = Struct[{value_type => Optional[ValueType], "
   "default_value => Optional[DefaultValueType], override => Optional[Hash[String,Any]], "
   "default_values_hash => Optional[Hash[String,Any]], merge => Optional[MergeType]}];"
   "NameType $name, ValueType ?$value_type, MergeType ?$merge",
   fn_lookup, lookup_doc},
  {"lookup",
   "NameType $name, Optional[ValueType] $value_type, Optional[MergeType] $merge, DefaultValueType $default_value",
   fn_lookup, lookup_doc},
  {"lookup", "NameType $name, ValueType ?$value_type, MergeType ?$merge, BlockType &$block", fn_lookup, lookup_doc},
  {"lookup", "OptionsWithName $options_hash, BlockType ?&$block", fn_lookup_hash, lookup_doc},
  {"lookup", "Variant[String,Array[String]] $name, OptionsWithoutName $options_hash, BlockType ?&$block",
   fn_lookup_name_hash, lookup_doc},
  {0},
};

/* The built-in back ends of hierarchies, for data functions that call them. */
#include "compiler/functions/object_call.h"
#include "compiler/lookup/lookup_function.h"

static value fn_read_data(struct fn_call *call)
{
  struct lookup_call own, *lookup = object_lookup(call, call->args[1].object, &own);
  const str path = value_text(*hash_get_str(call->args[0].hash, STR("path")));
  return lookup_data_file(lookup, path, (enum builtin)call->row->number, NULL);
}

static value fn_no_path(struct fn_call *call)
{
  FN_FAIL(call,
          "'%s' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when "
          "using "
          "this data_hash function",
          call->name);
}

static value fn_eyaml_lookup_key(struct fn_call *call)
{
  struct lookup_call own, *lookup = object_lookup(call, call->args[2].object, &own);
  const struct lookup_context *n = call->args[2].object->native;
  struct entry_context alone = {0};
  value v;
  struct entry_context *x = n != NULL ? n->x : &alone;
  if (lookup_eyaml(lookup, x, call->args[1].hash, fn_text(call, 0), &v)) return v;
  lookup_not_found(&call->compilation->context);
}

/* The second row of a data_hash function reports what is missing in the arguments that the first one rejects. */
const struct fn_row fn_data_rows[] = {
#define BUILTIN_HASH(symbol, function, parser, about)                                                    \
  {#function, "Struct[{path=>String[1]}] $options, Puppet::LookupContext $context", fn_read_data, about, \
   .number = BUILTIN_##symbol},                                                                          \
    {#function, "Hash $options, Puppet::LookupContext $context", fn_no_path, "explains what is missing", \
     .only_explains = true},
#define BUILTIN_KEY(symbol, function, parser, about) \
  {#function, "String[1] $key, Hash[String[1],Any] $options, Puppet::LookupContext $context", fn_##function, about},
#include "compiler/lookup/builtin.def"
#undef BUILTIN_HASH
#undef BUILTIN_KEY
  {0},
};

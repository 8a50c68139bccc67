/* Finds a resource type by name: Puppet's, a module's, or a definition in the Puppet language. */
#include "compiler/environment/resource_type.h"

#include <assert.h>

#include "compiler/environment/environment.h"

const symbol *environment_type_symbol(str name)
{
  if (str_starts(name, STR("::"))) name = str_from(name, 2);
  for (size_t i = 0; i < name.n; i++) {
    if (ascii_is_upper(name.p[i])) return sym_intern_lower(name);
  }
  return sym_intern(name);
}

struct resource_type environment_find_type(struct compilation *c, str name)
{
  assert(name.p != NULL || name.n == 0);
  const symbol *sym = environment_type_symbol(name);
  const bool rooted = str_starts(name, STR("::"));
  struct resource_type found = {.kind = RESOURCE_UNKNOWN, .name = sym};
  if (sym == compilation_name.class) {
    found.kind = RESOURCE_CLASS;
  } else if (sym == compilation_name.node) {
    found.kind = RESOURCE_NODE;
    /* A name that begins with "::" is a definition in the Puppet language, not a type in Ruby. */
  } else if (!rooted && (found.restype = environment_find_restype(c, sym)) != NULL) {
    found.kind = RESOURCE_BUILTIN;
  } else if ((found.definition = environment_find_define(c, sym_str(sym))) != NULL) {
    found.kind = RESOURCE_DEFINE;
  }
  return found;
}

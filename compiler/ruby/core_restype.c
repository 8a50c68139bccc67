/* Ficelle::Core: resource types. */
#include "compiler/environment/environment.h"
#include "compiler/ruby/ruby.h"

/* Every resource of the environment may have it from now on. */
static value add_metaparameter_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  environment_add_metaparameter(c, sym_intern(ruby_arg_text(c, args, n, 0)));
  return VALUE_UNDEF;
}

const struct ruby_row core_restype_rows[] = {
  {"add_metaparameter", add_metaparameter_row},
  {0},
};

/* The families of functions of Ficelle::Core. */
#include "compiler/ruby/ruby.h"

#include <assert.h>

enum { FAMILIES = 12 };
const struct ruby_row *ruby_families[FAMILIES + 2] = {
  core_value_rows,   core_type_rows,     core_scope_rows,  core_log_rows,   core_call_rows,   core_environment_rows,
  core_catalog_rows, core_resource_rows, core_object_rows, core_class_rows, core_lookup_rows, core_template_rows,
};

void ruby_add_family(const struct ruby_row *family)
{
  assert(ruby_families[FAMILIES] == NULL || ruby_families[FAMILIES] == family);
  ruby_families[FAMILIES] = family;
}

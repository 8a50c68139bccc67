/* All functions that Ruby finds in Ficelle::Core, family by family. */
#include "compiler/ruby/ruby.h"

enum { FAMILIES = 13 };
const struct ruby_row *ruby_families[FAMILIES + 2] = {
  core_value_rows, core_type_rows, core_scope_rows, core_log_rows, core_call_rows,
  core_environment_rows, core_catalog_rows, core_resource_rows, core_restype_rows, core_object_rows,
  core_class_rows, core_lookup_rows, core_template_rows,
};

void ruby_add_family(const struct ruby_row *family)
{
  ruby_families[FAMILIES] = family;
}

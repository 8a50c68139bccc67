/* All functions that Ruby finds in Ficelle::Core, family by family. */
#include "compiler/ruby/ruby.h"

const struct ruby_row *const ruby_families[] = {
  core_value_rows, core_type_rows, core_scope_rows, core_log_rows, core_call_rows,
  core_environment_rows, core_catalog_rows, core_resource_rows, core_restype_rows, core_object_rows,
  core_class_rows, core_lookup_rows, core_template_rows, NULL,
};

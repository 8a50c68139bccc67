/* The list of all families of built-in functions, in the order of their names. A new family has its table declared
 * in fn.h and a row here. */
#include <stdlib.h>

#include "compiler/functions/fn.h"

#include "base/check.h"

const struct fn_family fn_families[] = {
  {"annotate", fn_annotate_rows},
  {"binary", fn_binary_rows},
  {"catalog", fn_catalog_rows},
  {"collection", fn_collection_rows},
  {"compare", fn_compare_rows},
  {"control", fn_control_rows},
  {"data", fn_data_rows},
  {"digest", fn_digest_rows},
  {"file", fn_file_rows},
  {"format", fn_format_rows},
  {"iterate", fn_iterate_rows},
  {"log", fn_log_rows},
  {"lookup", fn_lookup_rows},
  {"number", fn_number_rows},
  {"puppetdb", fn_puppetdb_rows},
  {"regexp", fn_regexp_rows},
  {"scanf", fn_scanf_rows},
  {"stdlib addresses", fn_stdlib_address_rows},
  {"stdlib arrays", fn_stdlib_array_rows},
  {"stdlib catalog", fn_stdlib_catalog_rows},
  {"stdlib deprecation", fn_stdlib_deprecation_rows},
  {"stdlib escaping", fn_stdlib_escape_rows},
  {"stdlib hashes", fn_stdlib_hash_rows},
  {"stdlib is", fn_stdlib_is_rows},
  {"stdlib node", fn_stdlib_node_rows},
  {"stdlib numbers", fn_stdlib_number_rows},
  {"stdlib parsing", fn_stdlib_parse_rows},
  {"stdlib passwords", fn_stdlib_password_rows},
  {"stdlib random", fn_stdlib_random_rows},
  {"stdlib renamed", fn_stdlib_renamed_rows},
  {"stdlib sorting", fn_stdlib_sort_by_rows},
  {"stdlib strings", fn_stdlib_string_rows},
  {"stdlib toml", fn_stdlib_toml_rows},
  {"stdlib validate", fn_stdlib_validate_rows},
  {"stdlib writing", fn_stdlib_write_rows},
  {"string", fn_string_rows},
  {"template", fn_template_rows},
  {"time", fn_time_rows},
  {"tree", fn_tree_rows},
  {"type", fn_type_rows},
  {0},
};

void fn_each_row(void (*tell)(void *ctx, const struct fn_row *row), void *ctx)
{
  assert(tell != NULL);
  for (const struct fn_family *family = fn_families; family->name != NULL; family++) {
    for (const struct fn_row *row = family->rows; row->name != NULL; row++) tell(ctx, row);
  }
}

static bool is_local_type(const struct fn_row *row) { return str_starts(str_of(row->signature), STR("type ")); }

/* Describes the function that begins at `row`, and returns the row behind its last. */
static const struct fn_row *list_one(struct fn_listing *one, const struct fn_row *row)
{
  const struct fn_row *first = row;
  while (is_local_type(row)) row++;
  one->name = row->name;
  one->doc = row->doc;
  one->module = row->module;
  one->old = row->signature[0] == '@';
  one->n = 0;
  if (one->old) {
    one->arity = atoi(row->signature + 1);
    one->signatures = NULL;
  } else {
    one->signatures = fn_signatures(first, &one->n);
  }
  while (row->name != NULL && strcmp(row->name, one->name) == 0) row++;
  return row;
}

void fn_list(void (*visit)(void *ctx, const struct fn_listing *one), void *ctx)
{
  assert(visit != NULL);
  for (const struct fn_family *family = fn_families; family->name != NULL; family++) {
    struct fn_listing one = {.family = family->name};
    for (const struct fn_row *row = family->rows; row->name != NULL;) {
      row = list_one(&one, row);
      visit(ctx, &one);
    }
  }
}

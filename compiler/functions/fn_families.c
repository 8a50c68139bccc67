/* The list of all families of built-in functions (families.def), and iteration over their functions. */

#include "compiler/functions/fn.h"

#include "base/check.h"

const struct fn_family fn_families[] = {
#define FAMILY(name, rows, module) {name, rows, module},
#include "compiler/functions/families.def"
#undef FAMILY
  {0},
};

void fn_each_row(void (*tell)(void *ctx, const struct fn_row *row), void *ctx)
{
  assert(tell != NULL);
  for (const struct fn_family *family = fn_families; family->name != NULL; family++) {
    for (const struct fn_row *row = family->rows; row->name != NULL; row++) tell(ctx, row);
  }
}

/* Describes the function that begins at `row`; returns the row after its last one. */
static const struct fn_row *list_one(struct fn_listing *one, const struct fn_row *row)
{
  const struct fn_row *first = row;
  one->name = row->name;
  one->doc = row->doc;
  one->old = row->old_api;
  one->n = 0;
  if (one->old) {
    one->arity = row->arity;
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
    struct fn_listing one = {.family = family->name, .module = family->module};
    for (const struct fn_row *row = family->rows; row->name != NULL;) {
      row = list_one(&one, row);
      visit(ctx, &one);
    }
  }
}

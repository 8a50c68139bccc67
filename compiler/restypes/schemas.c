/* The table of resource types that need no Ruby, and the functions that split their titles. */
#include "compiler/restypes/schemas.h"

#include <stdint.h>

/* "/a/b//" and "/a/b" are the same file; "/" and "C:/" keep their slash. */
static bool title_without_slashes(const struct restype *t, str title, struct title_parts *parts)
{
  if (title.n == 0) return false;
  size_t n = title.n;
  while (n > 1 && title.p[n - 1] == '/' && !(title.p[n - 2] == ':' && n > 2)) n--;
  parts->items[0] = (struct title_part){t->keys[0], value_str(str_n(title.p, n))};
  parts->n = 1;
  return true;
}

/* Keys: command, name, provider. */
static bool title_name_only(const struct restype *t, str title, struct title_parts *parts)
{
  parts->items[0] = (struct title_part){t->keys[1], value_str(title)};
  parts->n = 1;
  return true;
}

/* "name@type" or "name". Keys: name, type. */
static bool title_name_at_type(const struct restype *t, str title, struct title_parts *parts)
{
  size_t at = str_index(title, '@', 0);
  parts->items[0] = (struct title_part){t->keys[0], value_str(at == SIZE_MAX ? title : str_n(title.p, at))};
  parts->n = 1;
  if (at == SIZE_MAX) return true;
  parts->items[parts->n++] = (struct title_part){t->keys[1], value_str(str_from(title, at + 1))};
  return true;
}

const struct restype_schema restype_schemas[] = {
#define RESTYPE(name, module, keys, split_title, isomorphic, attributes) \
  {#name, module, attributes, keys, !isomorphic, split_title},
#include "compiler/restypes/schemas.def"
#undef RESTYPE
};

const size_t restype_nschemas = sizeof restype_schemas / sizeof *restype_schemas;

#include "compiler/values/rich.h"

static const struct rich_kind *const kinds[V_KIND_COUNT] = {
};

const struct rich_kind *rich_kind(value v)
{
  return kinds[v.kind];
}

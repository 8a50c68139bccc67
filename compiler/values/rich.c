#include "compiler/values/rich.h"

#include "compiler/values/iterator.h"

static const struct rich_kind *const kinds[V_KIND_COUNT] = {
  [V_ITERATOR] = &iterator_rich_kind,
};

const struct rich_kind *rich_kind(value v)
{
  return kinds[v.kind];
}

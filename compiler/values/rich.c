#include "compiler/values/iterator.h"
#include "compiler/values/object.h"
#include "compiler/values/rich.h"

static const struct rich_kind *const kinds[V_KIND_COUNT] = {
  [V_ITERATOR] = &iterator_rich_kind,
  [V_OBJECT] = &object_kind,
};

const struct rich_kind *rich_kind(value v)
{
  return kinds[v.kind];
}

str rich_class(value v)
{
  if (v.kind != V_OBJECT) return str_of(kinds[v.kind]->ruby_class);
  str name = object_type_label(v.object->type);
  return str_eqz(name, "Error") ? STR("Puppet::DataTypes::Error") : name;
}

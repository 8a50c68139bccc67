#include "compiler/values/binary.h"
#include "compiler/values/iterator.h"
#include "compiler/values/object.h"
#include "compiler/values/runtime.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/timespan.h"
#include "compiler/values/timestamp.h"
#include "compiler/values/uri.h"

static const struct rich_kind *const kinds[V_KIND_COUNT] = {
  [V_TIMESTAMP] = &timestamp_kind,
  [V_TIMESPAN] = &timespan_kind,
  [V_SEMVER] = &semver_kind,
  [V_SEMVER_RANGE] = &semver_range_kind,
  [V_BINARY] = &binary_kind,
  [V_URI] = &uri_kind,
  [V_ITERATOR] = &iterator_rich_kind,
  [V_OBJECT] = &object_kind,
  [V_RUNTIME] = &runtime_rich_kind,
};

const struct rich_kind *rich_kind(value v)
{
  return kinds[v.kind];
}

str rich_class(value v)
{
  if (v.kind == V_URI) return str_of(uri_class(v.uri));
  if (v.kind == V_RUNTIME) return v.runtime->class_name;
  if (v.kind != V_OBJECT) return str_of(kinds[v.kind]->ruby_class);
  if (v.object->foreign != NULL && v.object->foreign->class_name.n > 0) return v.object->foreign->class_name;
  str name = object_type_label(v.object->type);
  return str_eqz(name, "Error") ? STR("Puppet::DataTypes::Error") : name;
}

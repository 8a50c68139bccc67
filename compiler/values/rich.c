/* Finds the row of functions of a rich value: the first member of types, iterators and objects, which are defined above
 * this folder, points to it; all other kinds are in a table. Reads rich values from text. */
#include <assert.h>

#include "compiler/values/binary.h"
#include "compiler/values/runtime.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/timespan.h"
#include "compiler/values/timestamp.h"
#include "compiler/values/uri.h"

static const struct rich_kind *const kinds[V_KIND_COUNT] = {
  [V_TIMESTAMP] = &timestamp_kind,       [V_TIMESPAN] = &timespan_kind, [V_SEMVER] = &semver_kind,
  [V_SEMVER_RANGE] = &semver_range_kind, [V_BINARY] = &binary_kind,     [V_URI] = &uri_kind,
  [V_RUNTIME] = &runtime_rich_kind,
};

const struct rich_kind *rich_kind(value v)
{
  const bool has_head = v.kind == V_TYPE || v.kind == V_ITERATOR || v.kind == V_OBJECT;
  return has_head ? v.head->row : kinds[v.kind];
}

str rich_class(value v)
{
  assert(value_is_rich(v) || v.kind == V_TYPE);
  const struct rich_kind *row = rich_kind(v);
  return row->class_name != NULL ? row->class_name(v) : str_of(row->ruby_class);
}

bool rich_parse(struct arena *a, enum value_kind kind, str text, value *out, str *error)
{
  *out = (value){.kind = (uint8_t)kind};
  switch (kind) {
  case V_REGEX: return (out->regex = regex_compile(a, text, error)) != NULL;
  case V_TIMESTAMP:
  case V_TIMESPAN: return time_parse(a, kind, text, (struct time_formats){0}, STR_EMPTY, out, error);
  case V_SEMVER: return (out->semver = semver_parse(a, text, error)) != NULL;
  case V_SEMVER_RANGE: return (out->semver_range = semver_range_parse(a, text, error)) != NULL;
  case V_URI: return (out->uri = uri_parse(a, text, error)) != NULL;
  default: break;
  }
  assert(kind == V_BINARY);
  /* Writers use base64 without line breaks; any other form is damaged. */
  *error = STR("invalid base64");
  return binary_decode(a, text, BASE64_STRICT, out);
}

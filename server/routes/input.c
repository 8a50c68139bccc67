#include "server/routes/input.h"

#include "compiler/types/value_json.h"
#include "server/routes/routes.h"

static void begin_fault(struct buf *out, size_t from, const char *name)
{
  buf_printf(out, "%s\"%s\" ", out->n > from ? ", " : "", name);
}

/* Appends the error of each key, in the format of puppetserver's schemas: `"certname" missing-required-key, …`. */
static void check_map(struct buf *out, value given, const struct wanted_key *keys)
{
  const size_t from = out->n;
  for (const struct wanted_key *k = keys; k->name != NULL; k++) {
    const value *v = hash_get_str(given.hash, str_of(k->name));
    if (v == NULL) {
      if (k->needed) begin_fault(out, from, k->name), buf_z(out, "missing-required-key");
      continue;
    }
    const bool right = k->kind == WANTED_STRING ? v->kind == V_STRING
                       : k->kind == WANTED_BOOLEAN
                         ? v->kind == V_BOOL
                         : v->kind == V_HASH || (k->kind == WANTED_LIST_OR_MAP && v->kind == V_ARRAY);
    if (right && k->members == NULL) continue;
    struct buf inner = BUF_IN(out->arena);
    if (right) check_map(&inner, *v, k->members);
    if (right && inner.n == 0) continue;
    begin_fault(out, from, k->name);
    if (right) {
      buf_printf(out, "{%.*s}", STR_FMT(buf_view(&inner)));
    } else {
      buf_z(out, k->kind == WANTED_STRING    ? "(not (instance? java.lang.String "
                 : k->kind == WANTED_BOOLEAN ? "(not (instance? java.lang.Boolean "
                 : k->kind == WANTED_MAP     ? "(not (map? "
                                             : "(not (some-matching-either-clause? ");
      value_print_json(out, *v);
      buf_z(out, "))");
    }
  }
  for (uint32_t i = 0; i < given.hash->n; i++) {
    const str name = value_to_str(out->arena, given.hash->entries[i].key);
    bool known = false;
    for (const struct wanted_key *k = keys; k->name != NULL && !known; k++) known = str_eqz(name, k->name);
    if (!known) begin_fault(out, from, arena_strz(out->arena, name)), buf_z(out, "disallowed-key");
  }
}

bool input_read(struct request *r, struct answer *a, const struct wanted_key *keys, value *out)
{
  str why;
  struct buf faults = BUF_IN(r->arena);
  if (!route_read_json(r->arena, r->body, out, &why)) {
    answer_text(r, a, 400, "Error parsing JSON: %.*s", STR_FMT(why));
    return false;
  }
  if (out->kind != V_HASH) {
    answer_text(r, a, 400, "Invalid input: the body is not a map");
    return false;
  }
  check_map(&faults, *out, keys);
  if (faults.n == 0) return true;
  answer_text(r, a, 400, "Invalid input: {%.*s}", STR_FMT(buf_view(&faults)));
  return false;
}

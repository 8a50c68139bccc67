/* Definitions of TypeSets: types with a common name and version, and references to other sets by a range of versions.
 * The caller resolves the types and the referenced sets (type_set_refer); this file checks them and finds types by
 * name. */
#include "compiler/types/type_set.h"
#include "base/check.h"

#include "compiler/types/object_type.h"
#include "compiler/types/type_rich.h"
#include "compiler/values/semver_range.h"

#define URI_PATTERN "Pattern[/[a-zA-Z][\\-+.a-zA-Z\\d]*:/]"
/* Puppet's default name authority. */
#define RUNTIME_AUTHORITY STR("http://puppet.com/2016.1/runtime")

static const char initializer_text[] = TYPE_SET_STRUCT(URI_PATTERN, "Type");

/* The set is created before it is defined, so that its types may refer to each other through it. */
type *type_set_new(struct arena *a, str name)
{
  struct type_set *set = ARENA_NEW(a, struct type_set);
  set->name = arena_str(a, name);
  set->authority = RUNTIME_AUTHORITY;
  type *t = type_copy(a, type_simple(T_TYPE_SET));
  t->set = set;
  return t;
}

/* Reads a version; *text is set to its canonical form. */
static const struct semver *version_of(struct context *c, value v, str *text)
{
  v = type_rich_value(c, V_SEMVER, v);
  *text = value_to_str(c->arena, v);
  return v.semver;
}

/* Whether no version is in both ranges. Ranges of several parts are assumed to overlap, as they have no single ends to
 * compare. */
static bool ranges_apart(const struct semver_range *x, const struct semver_range *y)
{
  const struct semver *from[2], *to[2];
  bool open[2];
  if (!semver_range_ends(x, &from[0], &to[0], &open[0]) || !semver_range_ends(y, &from[1], &to[1], &open[1])) {
    return false;
  }
  int a = semver_compare(to[0], from[1]), b = semver_compare(to[1], from[0]);
  return a < 0 || (a == 0 && open[0]) || b < 0 || (b == 0 && open[1]);
}

static void define_references(struct context *c, struct type_set *set, value references)
{
  const struct hash *h = references.kind == V_HASH ? references.hash : &hash_empty;
  set->references = arena_array(c->arena, h->n, sizeof *set->references);
  for (uint32_t i = 0; i < h->n; i++) {
    const struct hash *spec = h->entries[i].value.hash;
    value authority = hash_member(spec, "name_authority");
    struct type_set_reference *ref = &set->references[i];
    *ref = (struct type_set_reference){
      .alias = value_text(h->entries[i].key),
      .name = value_text(hash_member(spec, "name")),
      .authority = authority.kind == V_STRING ? value_text(authority) : set->authority,
      .range = type_rich_value(c, V_SEMVER_RANGE, hash_member(spec, "version_range")).semver_range,
    };
    for (uint32_t k = 0; k < i; k++) {
      const struct type_set_reference *other = &set->references[k];
      if (!str_eq(other->name, ref->name) || !str_eq(other->authority, ref->authority)) continue;
      if (ranges_apart(other->range, ref->range)) continue;
      fail_error(c, FAILURE_EVALUATION,
                 "TypeSet '%.*s' references TypeSet '%.*s/%.*s' more than once using overlapping version ranges",
                 STR_FMT(set->name), STR_FMT(ref->authority), STR_FMT(ref->name));
    }
    for (uint32_t k = 0; k < set->nmembers; k++) {
      if (!str_eq(set->members[k].name, ref->alias)) continue;
      fail_error(c, FAILURE_EVALUATION,
                 "TypeSet '%.*s' references a TypeSet using alias '%.*s'. The alias collides with the name of a "
                 "declared type",
                 STR_FMT(set->name), STR_FMT(ref->alias));
    }
    set->nreferences = i + 1;
  }
}

void type_set_define(struct context *c, type *t, value definition)
{
  assert(t->kind == T_TYPE_SET);
  struct type_set *set = (struct type_set *)t->set;
  type_assert(c, STR("TypeSet initializer"), type_static(initializer_text), definition);
  const struct hash *h = definition.hash;
  value types = hash_member(h, "types"), annotations = hash_member(h, "annotations"),
        version = hash_member(h, "version");
  /* Checked first: another major version may have another format. */
  if (version_of(c, hash_member(h, "pcore_version"), &set->pcore_version)->major != 1) {
    fail_error(c, FAILURE_EVALUATION,
               "The pcore version for TypeSet '%.*s' is not understood by this runtime. Expected range 1.x, "
               "got %.*s",
               STR_FMT(set->name), STR_FMT(set->pcore_version));
  }
  set->uri = value_text_or_empty(hash_member(h, "pcore_uri"));
  if (version.kind != V_UNDEF) version_of(c, version, &set->version);
  set->nmembers = types.kind == V_HASH ? types.hash->n : 0;
  set->members = arena_array(c->arena, set->nmembers, sizeof *set->members);
  for (uint32_t i = 0; i < set->nmembers; i++) {
    set->members[i].name = value_text(types.hash->entries[i].key);
    set->members[i].t = types.hash->entries[i].value.type;
  }
  define_references(c, set, hash_member(h, "references"));
  set->annotations = annotations.kind == V_HASH ? annotations.hash : NULL;
}

void type_set_refer(struct context *c, const type *t, struct type_set_reference *ref, const type *found)
{
  assert(t->kind == T_TYPE_SET && ref != NULL);
  str error, label = arena_printf(c->arena, "TypeSet '%.*s' reference to TypeSet named '%.*s'", STR_FMT(t->set->name),
                                  STR_FMT(ref->name));
  if (found == NULL) fail_error(c, FAILURE_EVALUATION, "%.*s cannot be resolved", STR_FMT(label));
  if (found->kind != T_TYPE_SET || found->set == NULL) {
    str name = type_name(found);
    fail_error(c, FAILURE_EVALUATION, "%.*s resolves to a %.*s", STR_FMT(label), STR_FMT(name));
  }
  const struct semver *version = semver_parse(c->arena, found->set->version, &error);
  if (version == NULL || !semver_range_includes(ref->range, version)) {
    fail_error(c, FAILURE_EVALUATION, "%.*s resolves to an incompatible version. Expected %.*s, got %.*s",
               STR_FMT(label), STR_FMT(ref->range->text), STR_FMT(found->set->version));
  }
  ref->set = found;
}

/* A name with "::" goes through the alias of a referenced set. */
const type *type_set_find(const type *t, str name)
{
  const struct type_set *set = t->set;
  for (uint32_t i = 0; i < set->nmembers; i++) {
    if (str_caseeq(set->members[i].name, name)) return set->members[i].t;
  }
  size_t end = str_find(name, STR("::"), 0);
  str first = end == SIZE_MAX ? name : str_sub(name, 0, end);
  for (uint32_t i = 0; i < set->nreferences; i++) {
    if (!str_caseeq(set->references[i].alias, first) || set->references[i].set == NULL) continue;
    return end == SIZE_MAX ? set->references[i].set : type_set_find(set->references[i].set, str_from(name, end + 2));
  }
  return NULL;
}

bool type_set_format_name(struct buf *out, const struct type_set *set, const type *t)
{
  for (uint32_t i = 0; i < set->nmembers; i++) {
    if (set->members[i].t != t) continue;
    buf_str(out, set->members[i].name);
    return true;
  }
  for (uint32_t i = 0; i < set->nreferences; i++) {
    const struct type_set_reference *ref = &set->references[i];
    size_t before = out->n;
    if (ref->set == NULL) continue;
    buf_str(out, ref->alias);
    buf_z(out, "::");
    if (type_set_format_name(out, ref->set->set, t)) return true;
    out->n = before;
  }
  return false;
}

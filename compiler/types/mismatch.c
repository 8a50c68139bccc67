/* Mismatches between an expected and an actual type: collecting them, merging those of several alternatives into one,
 * and printing them. mismatch_describe.c finds them. The texts and the conditions for details are Puppet's. */
#include "compiler/types/mismatch.h"
#include "base/check.h"

#include "base/array.h"
#include "compiler/types/object_type.h"

struct path path_with(struct arena *a, struct path p, struct path_element e)
{
  struct path_element *items = arena_array(a, p.n + 1, sizeof *items);
  if (p.n != 0) memcpy(items, p.items, p.n * sizeof *items);
  items[p.n] = e;
  return (struct path){items, p.n + 1};
}

void mismatch_add(struct mismatches *list, struct arena *a, struct mismatch m)
{
  ARENA_ROOM(a, list->items, list->n, list->cap, 4);
  list->items[list->n++] = m;
}

void mismatch_add_all(struct mismatches *list, struct arena *a, const struct mismatches *more)
{
  for (uint32_t i = 0; i < more->n; i++) mismatch_add(list, a, more->items[i]);
}

/* Types are shown in normal form, so that Variant[Integer, Undef] is reported as Optional[Integer]. */
struct mismatch mismatch_type(struct arena *a, enum mismatch_kind kind, struct path path, const type *expected,
                              const type *actual)
{
  return (struct mismatch){
    .kind = kind, .path = path, .expected = type_normalize(a, expected), .actual = type_normalize(a, actual)};
}

struct mismatch mismatch_size(enum mismatch_kind kind, struct path path, struct type_range expected,
                              struct type_range actual)
{
  assert(kind == MISMATCH_SIZE || kind == MISMATCH_COUNT);
  return (struct mismatch){.kind = kind, .path = path, .expected_size = expected, .actual_size = actual};
}

struct mismatch mismatch_chop(struct arena *a, struct mismatch m, uint32_t at)
{
  if (at >= m.path.n) return m;
  struct path_element *items = arena_array(a, m.path.n, sizeof *items);
  memcpy(items, m.path.items, at * sizeof *items);
  memcpy(items + at, m.path.items + at + 1, (m.path.n - at - 1) * sizeof *items);
  m.path = (struct path){items, m.path.n - 1};
  return m;
}

/* --- merging --- */

static bool is_step(struct path_element e) { return e.kind != PATH_VARIANT && e.kind != PATH_SIGNATURE; }

/* Compares paths without the elements that name an alternative. */
static bool same_path(struct path a, struct path b)
{
  uint32_t i = 0, j = 0;
  for (;;) {
    while (i < a.n && !is_step(a.items[i])) i++;
    while (j < b.n && !is_step(b.items[j])) j++;
    if (i == a.n || j == b.n) return i == a.n && j == b.n;
    const struct path_element *x = &a.items[i++], *y = &b.items[j++];
    if (x->kind != y->kind || x->index != y->index || !str_eq(x->key, y->key)) return false;
  }
}

/* Pattern mismatches merge with type mismatches, counts with sizes: the former are subclasses of the latter in
 * Puppet. */
static bool is_kind(const struct mismatch *m, enum mismatch_kind kind)
{
  if (m->kind == kind) return true;
  return (kind == MISMATCH_TYPE && m->kind == MISMATCH_PATTERN) || (kind == MISMATCH_SIZE && m->kind == MISMATCH_COUNT);
}

/* Covers both mismatches: the expected type becomes a Variant, the expected size the range that holds both. */
static struct mismatch merge_two(struct arena *a, const struct mismatch *x, const struct mismatch *y)
{
  struct mismatch m = *x;
  if (is_kind(x, MISMATCH_TYPE)) {
    const type *both[2] = {x->expected, y->expected};
    return mismatch_type(a, x->kind, x->path, type_variant(a, both, 2), x->actual);
  }
  if (is_kind(x, MISMATCH_SIZE)) m.expected_size = range_common(x->expected_size, y->expected_size);
  return m;
}

/* Merges the mismatches of this kind into one, but only if each of `count` alternatives has exactly one of them, all at
 * the same path; otherwise the merged text would hide a reason. */
static bool merge_kind(struct arena *a, const struct mismatches *all, enum mismatch_kind kind, uint32_t count,
                       struct mismatch *merged)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < all->n; i++) n += is_kind(&all->items[i], kind);
  if (n == 0 || n != count) return false;
  n = 0;
  for (uint32_t i = 0; i < all->n; i++) {
    const struct mismatch *m = &all->items[i];
    if (!is_kind(m, kind)) continue;
    if (n++ == 0) {
      *merged = *m;
      continue;
    }
    if (!same_path(merged->path, m->path)) return false;
    *merged = merge_two(a, merged, m);
  }
  return true;
}

/* A missing or unexpected block is reported once, however many alternatives say so. */
static bool is_double(const struct mismatches *list, const struct mismatch *m)
{
  if (m->kind != MISMATCH_UNEXPECTED_BLOCK && m->kind != MISMATCH_MISSING_BLOCK) return false;
  for (uint32_t i = 0; i < list->n; i++) {
    if (list->items[i].kind == m->kind && same_path(list->items[i].path, m->path)) return true;
  }
  return false;
}

void mismatch_merge(struct arena *a, struct mismatches *out, uint32_t at, enum mismatch_kind size_kind,
                    const struct mismatches *lists, uint32_t count)
{
  assert(lists != NULL || count == 0);
  struct mismatches all = {0}, kept = {0};
  struct mismatch merged;
  for (uint32_t i = 0; i < count; i++) mismatch_add_all(&all, a, &lists[i]);
  /* Puppet tries the kinds in this order and takes the first that all alternatives share. */
  const enum mismatch_kind kinds[] = {size_kind, MISMATCH_MISSING_BLOCK, MISMATCH_UNEXPECTED_BLOCK, MISMATCH_TYPE};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!merge_kind(a, &all, kinds[i], count, &merged)) continue;
    all.n = 0;
    mismatch_add(&all, a, merged);
    break;
  }
  for (uint32_t i = 0; i < all.n; i++) {
    if (!is_double(&kept, &all.items[i])) mismatch_add(&kept, a, all.items[i]);
  }
  /* A single reason holds for all alternatives, so the message does not say which alternative it was. */
  if (kept.n == 1) kept.items[0] = mismatch_chop(a, kept.items[0], at);
  mismatch_add_all(out, a, &kept);
}

/* --- printing --- */

static void format_element(struct buf *out, const struct path_element *e)
{
  switch (e->kind) {
  case PATH_SUBJECT: buf_str(out, e->key); break;
  case PATH_ENTRY: buf_printf(out, "entry '%.*s'", STR_FMT(e->key)); break;
  case PATH_KEY: buf_printf(out, "key of entry '%.*s'", STR_FMT(e->key)); break;
  case PATH_PARAMETER: buf_printf(out, "parameter '%.*s'", STR_FMT(e->key)); break;
  case PATH_RETURN: buf_z(out, "return"); break;
  case PATH_BLOCK: buf_z(out, "block"); break;
  case PATH_INDEX: buf_printf(out, "index %u", e->index); break;
  case PATH_VARIANT: buf_printf(out, "variant %u", e->index); break;
  case PATH_SIGNATURE: buf_printf(out, "%u.", e->index + 1); break;
  }
}

/* `zero` is the word for 0: "no" arguments, size "0". */
static void format_range(struct buf *out, struct type_range r, const char *zero)
{
  if (r.from == r.to) {
    if (r.from == 0) buf_z(out, zero);
    else buf_int(out, r.from);
  } else if (r.from <= 0) {
    if (r.to == TYPE_MAX) buf_z(out, "unlimited");
    else buf_printf(out, "at most %lld", (long long)r.to);
  } else if (r.to == TYPE_MAX) {
    buf_printf(out, "at least %lld", (long long)r.from);
  } else {
    buf_printf(out, "between %lld and %lld", (long long)r.from, (long long)r.to);
  }
}

/* In Puppet, an object type with type parameters has another class (PObjectTypeExtension) than one without, and the
 * rules below compare classes. */
static bool is_extension(const type *t) { return t->kind == T_OBJECT && t->object.params != NULL; }

/* Whether the types differ only in their parameters (or an alias may hide that). */
static bool is_special(const type *expected, const type *actual)
{
  bool same_kind = expected->kind == actual->kind && is_extension(expected) == is_extension(actual);
  return same_kind || expected->kind == T_ALIAS || actual->kind == T_ALIAS ||
         (expected->kind == T_STRUCT && actual->kind == T_HASH) ||
         (expected->kind == T_TUPLE && actual->kind == T_ARRAY);
}

/* Whether a message is useless without the parameters of the types: "expects an Integer value, got Integer". */
static bool any_special(struct type_list expected, const type *actual)
{
  for (uint32_t i = 0; i < expected.n; i++) {
    if (is_special(expected.items[i], actual)) return true;
  }
  return false;
}

/* Whether the expected type without its parameters would accept the actual one, so that the parameters matter. */
static bool any_default_accepts(struct type_list expected, const type *actual)
{
  for (uint32_t i = 0; i < expected.n; i++) {
    const type *t = type_resolved(expected.items[i]);
    if (is_extension(t) || type_assignable(type_simple(t->kind), actual)) return true;
  }
  return false;
}

/* The name of the kind of a type; for an object type the part of its name after the last "::". */
static str simple_name(const type *t)
{
  return t->kind == T_OBJECT ? object_type_simple_name(t) : str_of(type_kind_name((enum type_kind)t->kind));
}

/* The actual type with its parameters if they matter for any expected type, otherwise its name. */
static str detailed_actual(struct arena *a, struct type_list expected, const type *actual)
{
  struct buf out = BUF_IN(a);
  struct type_list resolved = {arena_array(a, expected.n, sizeof *resolved.items), expected.n};
  for (uint32_t i = 0; i < expected.n; i++) resolved.items[i] = type_resolved(expected.items[i]);
  bool whole = any_special(resolved, actual);
  const type *general = type_generalize(a, actual);
  for (uint32_t i = 0; i < expected.n && !whole; i++) whole = type_assignable(resolved.items[i], general);
  if (whole) type_format_detailed(&out, actual);
  else buf_str(&out, simple_name(actual));
  return buf_view(&out);
}

struct names {
  str *items;
  uint32_t n;
};

/* Short names may repeat (Integer[1], Integer[5]) and are listed once; detailed names all differ. */
static void add_name(struct names *names, str name, bool unique)
{
  for (uint32_t i = 0; unique && i < names->n; i++) {
    if (str_eq(names->items[i], name)) return;
  }
  names->items[names->n++] = name;
}

static str type_text(struct arena *a, const type *t, bool detailed)
{
  struct buf out = BUF_IN(a);
  if (detailed) type_format_detailed(&out, t);
  else type_format_short(&out, t);
  return buf_view(&out);
}

static void format_names(struct arena *a, struct buf *out, const struct names *names)
{
  if (names->n == 1) {
    str text = label_article(a, names->items[0]);
    buf_printf(out, "%.*s value", STR_FMT(text));
    return;
  }
  buf_z(out, "a value of type ");
  for (uint32_t i = 0; i < names->n; i++) {
    if (i != 0) buf_z(out, i + 1 < names->n ? ", " : names->n == 2 ? " or " : ", or ");
    buf_str(out, names->items[i]);
  }
}

static void format_type(struct arena *a, struct buf *out, const struct mismatch *m)
{
  const type *expected = m->expected, *actual = m->actual;
  bool optional = expected->kind == T_OPTIONAL && expected->inner != NULL;
  if (optional) expected = expected->inner;
  bool is_list = expected->kind == T_VARIANT;
  struct type_list list = is_list ? expected->variants : (struct type_list){&expected, 1};
  bool detailed = any_special(list, actual) || any_default_accepts(list, actual);
  struct names names = {arena_array(a, list.n + 1, sizeof *names.items), 0};
  if (optional) add_name(&names, STR("Undef"), false);
  for (uint32_t i = 0; i < list.n; i++) add_name(&names, type_text(a, list.items[i], detailed), !detailed);
  str got = detailed ? detailed_actual(a, list, actual) : type_text(a, actual, false);
  buf_z(out, " expects ");
  format_names(a, out, &names);
  buf_printf(out, ", got %.*s", STR_FMT(got));
}

static void format_pattern(struct arena *a, struct buf *out, const struct mismatch *m)
{
  const type *expected = m->expected;
  bool optional = expected->kind == T_OPTIONAL && expected->inner != NULL;
  if (optional) expected = expected->inner;
  buf_printf(out, " expects %sa match for ", optional ? "an undef value or " : "");
  type_format_detailed(out, expected);
  if (type_is_literal_string(m->actual)) {
    buf_printf(out, ", got '%.*s'", STR_FMT(m->actual->string.text));
  } else {
    str got = type_text(a, m->actual, false);
    buf_printf(out, ", got %.*s", STR_FMT(got));
  }
}

static void format_count(struct buf *out, const struct mismatch *m)
{
  struct type_range e = m->expected_size;
  /* As in Puppet: "1 argument", "at least 1 argument", "at most 1 argument", but "2 arguments". */
  bool one = (e.from == 1 && (e.to == 1 || e.to == TYPE_MAX)) || (e.from == 0 && e.to == 1);
  buf_z(out, " expects ");
  format_range(out, e, "no");
  buf_printf(out, " argument%s, got ", one ? "" : "s");
  format_range(out, m->actual_size, "none");
}

static void format_message(struct arena *a, struct buf *out, const struct mismatch *m)
{
  switch (m->kind) {
  case MISMATCH_MISSING_KEY: buf_printf(out, " expects a value for key '%.*s'", STR_FMT(m->key)); break;
  case MISMATCH_MISSING_PARAMETER: buf_printf(out, " expects a value for parameter '%.*s'", STR_FMT(m->key)); break;
  case MISMATCH_EXTRA_KEY: buf_printf(out, " unrecognized key '%.*s'", STR_FMT(m->key)); break;
  case MISMATCH_EXTRA_PARAMETER: buf_printf(out, " has no parameter named '%.*s'", STR_FMT(m->key)); break;
  case MISMATCH_UNEXPECTED_BLOCK: buf_z(out, " does not expect a block"); break;
  case MISMATCH_MISSING_BLOCK: buf_z(out, " expects a block"); break;
  case MISMATCH_UNRESOLVED: buf_printf(out, " references an unresolved type '%.*s'", STR_FMT(m->key)); break;
  case MISMATCH_TYPE: format_type(a, out, m); break;
  case MISMATCH_PATTERN: format_pattern(a, out, m); break;
  case MISMATCH_COUNT: format_count(out, m); break;
  case MISMATCH_SIZE:
    buf_z(out, " expects size to be ");
    format_range(out, m->expected_size, "0");
    buf_z(out, ", got ");
    format_range(out, m->actual_size, "0");
    break;
  }
}

void mismatch_format(struct arena *a, struct buf *out, const struct mismatch *m)
{
  for (uint32_t i = 0; i < m->path.n; i++) {
    buf_char(out, ' ');
    format_element(out, &m->path.items[i]);
  }
  format_message(a, out, m);
}

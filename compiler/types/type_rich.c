/* Types of SemVer, SemVerRange, Timespan, Timestamp, Binary and URI: their parameters, assignability, instances,
 * the type of a value, and Type[args] for them. */
#include "compiler/types/type_rich.h"
#include "base/check.h"

#include "compiler/types/type_access.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/time_value.h"
#include "compiler/values/timespan.h"
#include "compiler/values/timestamp.h"
#include "compiler/values/uri.h"

value type_rich_value(struct context *c, enum value_kind kind, value v)
{
  str error;
  if (v.kind == kind) return v;
  if (!rich_parse(c->arena, kind, value_text(v), &v, &error)) fail_error(c, FAILURE_EVALUATION, "%.*s", STR_FMT(error));
  return v;
}

/* --- times --- */

/* Undef: not given; default: given as open. */
static bool is_open(value v) { return v.kind == V_UNDEF || v.kind == V_DEFAULT; }

/* An open end is never on the wrong side. */
/* Whether from is after to. */
static bool is_reversed(value from, value to) { return !is_open(from) && !is_open(to) && time_compare(from, to) > 0; }

/* Timestamp[from, to], Timespan[from, to]; from <= to. Ends are values of that kind, or `default` for an open end. */
static const type *time_type(struct arena *a, enum type_kind kind, value from, value to)
{
  assert(kind == T_TIMESTAMP || kind == T_TIMESPAN);
  if (is_open(from) && is_open(to)) return type_simple(kind);
  type *t = type_new(a, kind);
  t->time.from = is_open(from) ? VALUE_UNDEF : from;
  t->time.to = is_open(to) ? VALUE_UNDEF : to;
  return t;
}

const type *type_of_time(struct arena *a, value v)
{
  assert(value_is_time(v));
  return time_type(a, v.kind == V_TIMESTAMP ? T_TIMESTAMP : T_TIMESPAN, v, v);
}

bool type_instance_time(const type *t, value v) { return !is_reversed(t->time.from, v) && !is_reversed(v, t->time.to); }

static bool time_assignable(const type *to, const type *from)
{
  bool low = is_open(to->time.from) || (!is_open(from->time.from) && !is_reversed(to->time.from, from->time.from));
  bool high = is_open(to->time.to) || (!is_open(from->time.to) && !is_reversed(from->time.to, to->time.to));
  return low && high;
}

const type *type_time_merge(struct arena *a, const type *x, const type *y)
{
  if (is_reversed(x->time.from, y->time.to) || is_reversed(y->time.from, x->time.to)) return NULL;
  bool low_open = is_open(x->time.from) || is_open(y->time.from),
       high_open = is_open(x->time.to) || is_open(y->time.to);
  value from = is_reversed(x->time.from, y->time.from) ? y->time.from : x->time.from;
  value to = is_reversed(x->time.to, y->time.to) ? x->time.to : y->time.to;
  return time_type(a, x->kind, low_open ? VALUE_UNDEF : from, high_open ? VALUE_UNDEF : to);
}

static void format_quoted(struct buf *out, value v)
{
  buf_char(out, '\'');
  value_render(out, v);
  buf_char(out, '\'');
}

static void format_time(struct buf *out, const type *t)
{
  if (is_open(t->time.from)) buf_z(out, "default");
  else format_quoted(out, t->time.from);
  /* A range of one moment is shown as that moment. */
  if (is_open(t->time.to) || (!is_open(t->time.from) && time_compare(t->time.from, t->time.to) == 0)) return;
  buf_z(out, ", ");
  format_quoted(out, t->time.to);
}

/* --- versions --- */

static bool has_version(const struct semver_range *r, const struct semver *v) { return semver_range_includes(r, v); }

/* Returns the range that covers both. NULL: there is a gap, or one consists of several parts ("1.x || 3.x"). */
static const struct semver_range *merge_ranges(struct arena *a, const struct semver_range *x,
                                               const struct semver_range *y)
{
  const struct semver *xmin, *xmax, *ymin, *ymax;
  bool xopen, yopen;
  if (!semver_range_ends(x, &xmin, &xmax, &xopen) || !semver_range_ends(y, &ymin, &ymax, &yopen)) return NULL;
  if (has_version(x, ymin) || has_version(y, xmin)) {
    int c = semver_compare(xmax, ymax);
    /* The higher end decides whether the result is open; equal ends give an open one only when both are. One
     * exception is Puppet's: when the end of x is open and lower, an open end of y becomes closed. */
    bool open = xopen ? c > 0 || (c == 0 && yopen) : yopen && c < 0;
    return semver_range_between(a, semver_compare(xmin, ymin) <= 0 ? xmin : ymin, c >= 0 ? xmax : ymax, open);
  }
  if (xopen && semver_same(xmax, ymin)) return semver_range_between(a, xmin, ymax, yopen);
  if (yopen && semver_same(ymax, xmin)) return semver_range_between(a, ymin, xmax, xopen);
  return NULL;
}

/* Merges ranges in Puppet's order: the last one with all others, then the last of those left. The result is
 * reversed to the order in which they were given. */
const type *type_semver(struct arena *a, const struct semver_range *const *items, uint32_t n)
{
  if (n == 0) return type_simple(T_SEMVER);
  const struct semver_range **left = arena_array(a, n, sizeof *left), **found = arena_array(a, n, sizeof *found);
  memcpy(left, items, n * sizeof *left);
  uint32_t m = 0;
  while (n > 0) {
    const struct semver_range *x = left[--n];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
      const struct semver_range *both = merge_ranges(a, x, left[i]);
      if (both != NULL) x = both;
      else left[kept++] = left[i];
    }
    n = kept;
    found[m++] = x;
  }
  type *t = type_new(a, T_SEMVER);
  t->versions.items = arena_array(a, m, sizeof *t->versions.items);
  t->versions.n = m;
  for (uint32_t i = 0; i < m; i++) t->versions.items[i] = found[m - 1 - i];
  return t;
}

const type *type_of_semver_exactly(struct arena *a, value v)
{
  const struct semver_range *just = semver_range_between(a, v.semver, v.semver, false);
  return type_semver(a, &just, 1);
}

bool type_instance_semver(const type *t, value v)
{
  for (uint32_t i = 0; i < t->versions.n; i++) {
    if (semver_range_includes(t->versions.items[i], v.semver)) return true;
  }
  return t->versions.n == 0;
}

/* Ranges of several parts cannot be compared by their ends and must be the same. */
static bool covered(const struct semver_range *inner, const struct semver_range *outer)
{
  const struct semver *imin, *imax, *omin, *omax;
  bool iopen, oopen;
  if (!semver_range_ends(inner, &imin, &imax, &iopen) || !semver_range_ends(outer, &omin, &omax, &oopen)) {
    return semver_range_same(inner, outer);
  }
  int c = semver_compare(omax, imax);
  return semver_compare(omin, imin) <= 0 && (c > 0 || (c == 0 && (!oopen || iopen)));
}

static bool semver_assignable(const type *to, const type *from)
{
  if (to->versions.n == 0) return true;
  for (uint32_t i = 0; i < from->versions.n; i++) {
    uint32_t k = 0;
    while (k < to->versions.n && !covered(from->versions.items[i], to->versions.items[k])) k++;
    if (k == to->versions.n) return false;
  }
  return from->versions.n != 0;
}

static bool versions_equal(const type *a, const type *b)
{
  if (a->versions.n != b->versions.n) return false;
  for (uint32_t i = 0; i < a->versions.n; i++) {
    if (!semver_range_same(a->versions.items[i], b->versions.items[i])) return false;
  }
  return true;
}

static void format_versions(struct buf *out, const type *t)
{
  for (uint32_t i = 0; i < t->versions.n; i++) {
    if (i != 0) buf_z(out, ", ");
    format_quoted(out, value_semver_range(t->versions.items[i]));
  }
}

/* --- URIs --- */

/* URI[parameters]: a hash from names of parts to the values that they must match; no parameters if it is empty. */
static const type *uri_type(struct arena *a, const struct hash *parameters)
{
  if (parameters == NULL || parameters->n == 0) return type_simple(T_URI);
  type *t = type_new(a, T_URI);
  t->uri.parameters = parameters;
  return t;
}

const type *type_of_uri(struct arena *a, value v) { return uri_type(a, uri_parameters(a, v.uri)); }

bool type_instance_uri(const type *t, value v)
{
  for (uint32_t i = 0; t->uri.parameters != NULL && i < t->uri.parameters->n; i++) {
    const struct hash_entry *e = &t->uri.parameters->entries[i];
    value part;
    if (!uri_member(v.uri, value_text(e->key), &part) || !type_option_matches(part, e->value)) return false;
  }
  return true;
}

static bool uri_assignable(const type *to, const type *from)
{
  for (uint32_t i = 0; to->uri.parameters != NULL && i < to->uri.parameters->n; i++) {
    const struct hash_entry *e = &to->uri.parameters->entries[i];
    const value *given = from->uri.parameters == NULL ? NULL : hash_get(from->uri.parameters, e->key);
    if (given == NULL || !type_option_matches(*given, e->value)) return false;
  }
  return true;
}

static bool parameters_equal(const type *a, const type *b)
{
  const struct hash *x = a->uri.parameters, *y = b->uri.parameters;
  if (x == NULL || y == NULL) return x == y;
  return value_same(value_hash(x), value_hash(y));
}

/* --- all of them --- */

bool type_rich_assignable(const type *to, const type *from)
{
  if (to->kind != from->kind) return false;
  if (to->kind == T_SEMVER) return semver_assignable(to, from);
  return to->kind == T_URI ? uri_assignable(to, from) : time_assignable(to, from);
}

static bool bound_equal(value a, value b) { return is_open(a) ? is_open(b) : !is_open(b) && time_compare(a, b) == 0; }

bool type_rich_equal(const type *a, const type *b)
{
  assert_hot(a->kind == b->kind);
  if (a->kind == T_SEMVER) return versions_equal(a, b);
  if (a->kind == T_URI) return parameters_equal(a, b);
  return bound_equal(a->time.from, b->time.from) && bound_equal(a->time.to, b->time.to);
}

void type_rich_format(struct buf *out, const type *t)
{
  if (t->kind == T_SEMVER) format_versions(out, t);
  else if (t->kind == T_URI) type_format_value(out, value_hash(t->uri.parameters), 0);
  else format_time(out, t);
}

/* --- access --- */

static value time_bound(const struct access *x, value v)
{
  struct arena *a = x->c->arena;
  const enum value_kind kind = x->base->kind == T_TIMESTAMP ? V_TIMESTAMP : V_TIMESPAN;
  nanoseconds n;
  str error = STR("The time is out of range");
  value out = VALUE_UNDEF;
  bool ok = true;
  if (is_open(v)) return VALUE_UNDEF;
  if (v.kind == kind) return v;
  if (value_is_number(v)) {
    ok = time_from_number(v, &n) && time_make(kind, n, &out);
  } else if (v.kind == V_STRING) {
    ok = time_parse(a, kind, value_text(v), (struct time_formats){0}, STR_EMPTY, &out, &error);
  } else if (v.kind == V_HASH) {
    ok = time_from_hash(a, kind, v.hash, &out, &error);
  } else {
    str class = value_class(v);
    access_error(x, arena_printf(a, "Unable to create a Puppet::Pops::Time::%s from a %.*s",
                                 kind == V_TIMESTAMP ? "Timestamp" : "Timespan", STR_FMT(class)));
  }
  if (!ok) access_error(x, error);
  return out;
}

const type *access_time(const struct access *x)
{
  if (x->n > 2) access_arity(x, x->node, access_base_label(x), 0, 2);
  value from = x->n > 0 ? time_bound(x, x->args[0]) : VALUE_UNDEF;
  value to = x->n > 1 ? time_bound(x, x->args[1]) : VALUE_UNDEF;
  if (is_reversed(from, to)) {
    struct buf text = BUF_IN(x->c->arena);
    buf_z(&text, "'from' must be less or equal to 'to'. Got (");
    value_render(&text, from);
    buf_z(&text, ", ");
    value_render(&text, to);
    access_error(x, buf_view(&text));
  }
  return time_type(x->c->arena, x->base->kind, from, to);
}

const type *access_semver(const struct access *x)
{
  struct arena *a = x->c->arena;
  if (x->n == 0) access_arity(x, x->node, access_base_label(x), 1, -1);
  const struct semver_range **ranges = arena_array(a, x->n, sizeof *ranges);
  for (uint32_t i = 0; i < x->n; i++) {
    value v = x->args[i];
    if (v.kind == V_STRING || v.kind == V_SEMVER_RANGE) continue;
    str actual = access_type_of(a, v);
    access_bad_specialization(x, i,
                              arena_printf(a,
                                           "Cannot use %.*s where String or SemanticPuppet::VersionRange is "
                                           "expected",
                                           STR_FMT(actual)));
  }
  access_blame(x);
  for (uint32_t i = 0; i < x->n; i++) ranges[i] = type_rich_value(x->c, V_SEMVER_RANGE, x->args[i]).semver_range;
  return type_semver(a, ranges, x->n);
}

/* What a part of a URI may be matched with: a type, undef, a regular expression or a string; the port with a type,
 * undef or a number. */
static bool is_part_pattern(value v, bool port)
{
  if (v.kind == V_UNDEF) return true;
  if (v.kind == V_TYPE) {
    return type_assignable(type_simple(T_NOT_UNDEF), v.type) || type_assignable(type_simple(T_UNDEF), v.type);
  }
  if (port) return v.kind == V_INT && v.integer >= 0;
  return v.kind == V_REGEX || (v.kind == V_STRING && v.length != 0);
}

static bool is_uri_parameter(value v)
{
  /* Used only to find which names of parts exist. */
  static const struct uri none = {.port = -1};
  if (v.kind == V_STRING) return v.length != 0;
  if (v.kind != V_HASH) return false;
  for (uint32_t i = 0; i < v.hash->n; i++) {
    const struct hash_entry *e = &v.hash->entries[i];
    value ignored;
    if (e->key.kind != V_STRING || !uri_member(&none, value_text(e->key), &ignored)) return false;
    if (!is_part_pattern(e->value, str_eqz(value_text(e->key), "port"))) return false;
  }
  return true;
}

const type *access_uri(const struct access *x)
{
  struct arena *a = x->c->arena;
  if (x->n != 1) access_arity(x, x->node, STR("URI-Type"), 1, 0);
  if (!is_uri_parameter(x->args[0])) access_not_a_type(x, 0);
  if (x->args[0].kind == V_HASH) return uri_type(a, x->args[0].hash);
  access_blame(x);
  return uri_type(a, uri_parameters(a, type_rich_value(x->c, V_URI, x->args[0]).uri));
}

/* Compiles conditions from AST to SQL. */
#include <stdarg.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/json_write.h"
#include "indirector/query/internal.h"

enum { MAX_DEPTH = 100, MAX_BOUND = 30000 };

/* --- errors, values --- */

bool pdb_fail_with(struct pdb_query *q, int status, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  q->status = status;
  q->error = buf_vformat(q->arena, fmt, ap);
  va_end(ap);
  return false;
}

bool pdb_fail(struct pdb_query *q, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  q->status = 400;
  q->error = buf_vformat(q->arena, fmt, ap);
  va_end(ap);
  return false;
}

static struct pdb_bound *bind(struct pdb_query *q)
{
  ARENA_ROOM(q->arena, q->bound, q->nbound, q->bound_cap, 32);
  return &q->bound[q->nbound++];
}

void pdb_bind_text(struct pdb_query *q, str text) { *bind(q) = (struct pdb_bound){.kind = BOUND_TEXT, .text = text}; }
static void pdb_bind_blob(struct pdb_query *q, str bytes)
{
  *bind(q) = (struct pdb_bound){.kind = BOUND_BLOB, .text = bytes};
}
void pdb_bind_int(struct pdb_query *q, int64_t i) { *bind(q) = (struct pdb_bound){.kind = BOUND_INT, .integer = i}; }
void pdb_bind_real(struct pdb_query *q, double d) { *bind(q) = (struct pdb_bound){.kind = BOUND_REAL, .real = d}; }

static void bind_number(struct pdb_query *q, value v)
{
  if (v.kind == V_INT) pdb_bind_int(q, v.integer);
  else pdb_bind_real(q, v.number);
}

str pdb_json(struct arena *a, value v)
{
  struct buf out = BUF_IN(a);
  store_canonical(a, &out, v);
  return buf_view(&out);
}

bool pdb_is(value tree, const char *op)
{
  return tree.kind == V_ARRAY && tree.array->n > 0 && tree.array->items[0].kind == V_STRING &&
         str_eqz(value_text(tree.array->items[0]), op);
}

bool pdb_mentions(value tree, const char *field)
{
  if (tree.kind != V_ARRAY) return false;
  const struct array *l = tree.array;
  if (l->n > 1 && l->items[1].kind == V_STRING && str_eqz(value_text(l->items[1]), field)) return true;
  for (uint32_t i = 0; i < l->n; i++) {
    if (pdb_mentions(l->items[i], field)) return true;
  }
  return false;
}

/* --- JSON inside of facts and parameters --- */

struct json_at {
  const char *sql; /* of the whole value */
  str path;        /* for ->; empty: the whole value */
  bool fact;       /* the value is v.json, whose number and hash are columns */
};

static void emit_json(struct pdb_query *q, const struct json_at *x, struct buf *out)
{
  if (x->path.n == 0) {
    buf_z(out, x->sql);
    return;
  }
  buf_printf(out, "(%s -> ?)", x->sql);
  pdb_bind_text(q, x->path);
}

static void emit_number(struct pdb_query *q, const struct json_at *x, const char *op, value v, struct buf *out)
{
  if (x->fact && x->path.n == 0) {
    buf_printf(out, "v.number %s ?", op);
  } else {
    buf_z(out, "(json_type(");
    emit_json(q, x, out);
    buf_z(out, ") IN ('integer', 'real') AND (");
    emit_json(q, x, out);
    buf_printf(out, " ->> '$') %s ?)", op);
  }
  bind_number(q, v);
}

static void emit_equal(struct pdb_query *q, const struct json_at *x, value v, struct buf *out)
{
  if (value_is_number(v)) {
    emit_number(q, x, "=", v, out);
    return;
  }
  const str json = pdb_json(q->arena, v);
  if (x->fact && x->path.n == 0) {
    buf_z(out, "(v.hash = ? AND v.json = ?)");
    pdb_bind_int(q, store_hash64(json));
  } else {
    emit_json(q, x, out);
    buf_z(out, " = ?");
  }
  pdb_bind_text(q, json);
}

static bool is_order(str op) { return str_eqz(op, "<") || str_eqz(op, ">") || str_eqz(op, "<=") || str_eqz(op, ">="); }

static bool check_regex(struct pdb_query *q, value v);

/* Appends a test of a JSON value. */
static bool json_test(struct pdb_query *q, const struct json_at *x, str op, value v, struct buf *out)
{
  if (str_eqz(op, "=")) {
    emit_equal(q, x, v, out);
    return true;
  }
  if (is_order(op)) {
    if (!value_is_number(v)) {
      return pdb_fail(q, "Argument %.*s and operator \"%.*s\" have incompatible types.", STR_FMT(pdb_json(q->arena, v)),
                      STR_FMT(op));
    }
    emit_number(q, x, arena_strz(q->arena, op), v, out);
    return true;
  }
  if (str_eqz(op, "~")) {
    if (!check_regex(q, v)) return false;
    /* The text of any value but null: numbers, true and false, and the JSON of arrays and hashes. */
    buf_z(out, "(CASE json_type(");
    emit_json(q, x, out);
    buf_z(out, ") WHEN 'null' THEN NULL WHEN 'text' THEN ");
    emit_json(q, x, out);
    buf_z(out, " ->> '$' ELSE ");
    emit_json(q, x, out);
    buf_z(out, " END) REGEXP ?");
    pdb_bind_text(q, value_text(v));
    return true;
  }
  if (v.kind != V_BOOL) return pdb_fail(q, "null? takes true or false");
  /* What is missing is neither null nor not null. */
  buf_z(out, v.boolean ? "(" : "NOT (");
  emit_json(q, x, out);
  buf_z(out, " = 'null')");
  return true;
}

/* --- names with dots --- */

/* One element of a path at *at: `.name`, `."any.thing"`, `[3]`, appended as SQLite writes paths. */
static bool path_element(struct pdb_query *q, str name, size_t *at, struct buf *path)
{
  size_t end;
  if (name.p[*at] == '[') {
    end = str_index(name, ']', *at);
    bool digits = end != SIZE_MAX && end > *at + 1;
    for (size_t i = *at + 1; digits && i < end; i++) digits = ascii_is_digit(name.p[i]);
    if (!digits) return pdb_fail(q, "'%.*s' must have a number between its brackets", STR_FMT(name));
    buf_str(path, str_sub(name, *at, end + 1 - *at));
    *at = end + 1;
    return true;
  }
  if (name.p[*at] == '.') ++*at;
  const bool quoted = *at < name.n && name.p[*at] == '"';
  const size_t from = *at + quoted;
  end = from;
  while (end < name.n && (quoted ? name.p[end] != '"' : name.p[end] != '.' && name.p[end] != '[')) end++;
  const str part = str_sub(name, from, end - from);
  if (part.n == 0 || (quoted && end == name.n)) return pdb_fail(q, "'%.*s' is not a path", STR_FMT(name));
  if (!quoted && str_starts(part, STR("match(")))
    return pdb_fail(q, "not supported: match() in the path '%.*s'", STR_FMT(name));
  if (str_index(part, '"', 0) != SIZE_MAX)
    return pdb_fail(q, "'%.*s' has a quotation mark inside of a name", STR_FMT(name));
  buf_printf(path, ".\"%.*s\"", STR_FMT(part));
  *at = end + quoted;
  return true;
}

struct dotted {
  bool in_fact; /* in the inventory: a path in one fact */
  str fact;
  struct json_at at;
};

/* The name of the field before the first dot, if it contains JSON. */
static str json_root(const struct pdb_entity *e, str name)
{
  static const char *const all[][2] = {{"inventory", "facts"}, {"inventory", "trusted"}, {"resources", "parameters"}};
  const size_t dot = str_index(name, '.', 0);
  const str root = dot == SIZE_MAX ? STR_EMPTY : str_sub(name, 0, dot);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (strcmp(e->name, all[i][0]) == 0 && str_eqz(root, all[i][1])) return root;
  }
  return STR_EMPTY;
}

bool pdb_is_dotted(const struct pdb_entity *e, str name) { return json_root(e, name).n > 0; }

/* False with q->status 0: the name has no dots. */
static bool read_dotted(struct pdb_query *q, const struct pdb_entity *e, str name, struct dotted *out)
{
  struct buf path = BUF_IN(q->arena);
  const str root = json_root(e, name);
  if (root.n == 0) return false;
  const bool facts = str_eqz(root, "facts"), trusted = str_eqz(root, "trusted"), resources = !facts && !trusted;
  size_t at = root.n;
  buf_char(&path, '$');
  if (facts) {
    struct buf first = BUF_IN(q->arena);
    if (!path_element(q, name, &at, &first)) return false;
    out->fact = str_sub(buf_view(&first), 2, first.n - 3);
  } else if (trusted) {
    out->fact = STR("trusted");
  }
  while (at < name.n) {
    if (!path_element(q, name, &at, &path)) return false;
  }
  out->in_fact = facts || trusted;
  out->at = (struct json_at){resources ? "s.parameters" : "v.json", path.n > 1 ? buf_view(&path) : STR_EMPTY,
                             !resources};
  return true;
}

/* Tests one fact of a node by looking up the few distinct values that match. */
static bool fact_test(struct pdb_query *q, str fact, const struct json_at *x, str op, value v, struct buf *out)
{
  static const char nodes[] =
    "n.id IN (SELECT f.node FROM fact_name m JOIN fact_value v ON v.name = m.id JOIN fact f ON f.value = "
    "v.id WHERE m.name = ? AND ";
  buf_z(out, nodes);
  pdb_bind_text(q, fact);
  if (!json_test(q, x, op, v, out)) return false;
  buf_char(out, ')');
  return true;
}

static bool dotted_test(struct pdb_query *q, const struct dotted *d, str op, value v, struct buf *out)
{
  return d->in_fact ? fact_test(q, d->fact, &d->at, op, v, out) : json_test(q, &d->at, op, v, out);
}

static void dotted_shown(struct pdb_query *q, const struct dotted *d, struct buf *out)
{
  if (d->in_fact) buf_z(out, "(SELECT ");
  emit_json(q, &d->at, out);
  if (!d->in_fact) return;
  buf_z(out, " FROM fact_name m JOIN fact f ON f.node = n.id AND f.name = m.id JOIN fact_value v ON v.id = f.value "
             "WHERE m.name = ?)");
  pdb_bind_text(q, d->fact);
}

bool pdb_shown(struct pdb_query *q, const struct pdb_entity *e, str name, struct buf *out, enum pdb_type *kind)
{
  struct dotted d = {0};
  const struct pdb_field *f = pdb_field_named(e, name);
  if (f != NULL) {
    buf_z(out, f->sql);
    *kind = f->type;
    return true;
  }
  if (!read_dotted(q, e, name, &d)) return false;
  dotted_shown(q, &d, out);
  *kind = PDB_JSON;
  return true;
}

/* --- tests of plain fields --- */

static bool check_regex(struct pdb_query *q, value v)
{
  return v.kind == V_STRING ||
         pdb_fail(q, "A regular expression must be a string, not %.*s", STR_FMT(pdb_json(q->arena, v)));
}

static bool bind_typed(struct pdb_query *q, const struct pdb_field *f, value v)
{
  int64_t ms;
  switch (f->type) {
  case PDB_TIME:
    if (v.kind == V_INT) { /* milliseconds */
      pdb_bind_int(q, v.integer);
      return true;
    }
    if (v.kind != V_STRING || !store_time_parse(value_text(v), &ms)) {
      const str shown = v.kind == V_STRING ? value_text(v) : pdb_json(q->arena, v);
      return pdb_fail(q, "'%.*s' is not a valid timestamp value", STR_FMT(shown));
    }
    pdb_bind_int(q, ms);
    return true;
  case PDB_NUMBER:
    if (!value_is_number(v)) {
      return pdb_fail(q, "Argument %.*s is incompatible with numeric field \"%s\".", STR_FMT(pdb_json(q->arena, v)),
                      f->name);
    }
    bind_number(q, v);
    return true;
  case PDB_BOOL:
    if (v.kind != V_BOOL) {
      return pdb_fail(q, "Argument %.*s is incompatible with boolean field \"%s\".", STR_FMT(pdb_json(q->arena, v)),
                      f->name);
    }
    pdb_bind_int(q, v.boolean);
    return true;
  default:
    if (v.kind != V_STRING) {
      return pdb_fail(q, "Argument %.*s is incompatible with text field \"%s\".", STR_FMT(pdb_json(q->arena, v)),
                      f->name);
    }
    pdb_bind_text(q, value_text(v));
    return true;
  }
}

static int hex_digit(char c) { return ascii_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* A value that is not a hash never equals a hash. */
static bool bind_hash(struct pdb_query *q, const struct pdb_field *f, value v)
{
  if (v.kind != V_STRING) return bind_typed(q, f, v);
  unsigned char *bytes = arena_zalloc(q->arena, 20);
  for (int i = 0; i < 20 && v.length == 40; i++) {
    const int high = hex_digit(v.text[2 * i]), low = hex_digit(v.text[2 * i + 1]);
    if (high < 0 || low < 0) v.length = 0;
    bytes[i] = (unsigned char)(high << 4 | low);
  }
  pdb_bind_blob(q, str_n((const char *)bytes, v.length == 40 ? 20 : 0));
  return true;
}

/* Begins a test that any element of a list must pass. */
static void any_element(const struct pdb_field *f, const char *op, struct buf *out)
{
  const bool nested = (f->flags & PDB_NESTED) != 0;
  buf_printf(out, "EXISTS (SELECT 1 FROM %s(%s) i WHERE i.%s %s ?)", nested ? "json_tree" : "json_each", f->sql,
             nested ? "atom" : "value", op);
}

static bool test_equal(struct pdb_query *q, const struct pdb_field *f, value v, struct buf *out)
{
  const struct json_at whole = {f->sql, STR_EMPTY, strcmp(f->sql, "v.json") == 0};
  switch (f->type) {
  case PDB_JSON: return json_test(q, &whole, STR("="), v, out);
  case PDB_SHOWN: return pdb_fail(q, "'%s' can be selected, but not queried", f->name);
  case PDB_LIST:
    if (v.kind == V_ARRAY) {
      buf_printf(out, "%s = ?", f->sql);
      pdb_bind_text(q, pdb_json(q->arena, v));
      return true;
    }
    any_element(f, "=", out);
    if (v.kind == V_STRING && str_starts(str_of(f->name), STR("tag"))) {
      char *lower = arena_strz(q->arena, value_text(v));
      for (uint32_t i = 0; i < v.length; i++) lower[i] = (char)ascii_lower(lower[i]);
      v = value_str(str_n(lower, v.length));
    }
    return bind_typed(q, f, v);
  case PDB_PATH:
    if (v.kind != V_ARRAY)
      return pdb_fail(q, "Argument %.*s is incompatible with path field \"%s\".", STR_FMT(pdb_json(q->arena, v)),
                      f->name);
    buf_printf(out, "%s = ?", f->sql);
    pdb_bind_text(q, pdb_json(q->arena, v));
    return true;
  case PDB_HASH: buf_printf(out, "%s = ?", f->sql); return bind_hash(q, f, v);
  default: buf_printf(out, "%s = ?", f->sql); return bind_typed(q, f, v);
  }
}

static bool test_regex(struct pdb_query *q, const struct pdb_field *f, value v, struct buf *out)
{
  const struct json_at whole = {f->sql, STR_EMPTY, strcmp(f->sql, "v.json") == 0};
  if (!check_regex(q, v)) return false;
  switch (f->type) {
  case PDB_JSON: return json_test(q, &whole, STR("~"), v, out);
  case PDB_LIST: any_element(f, "REGEXP", out); break;
  case PDB_HASH: buf_printf(out, "lower(hex(%s)) REGEXP ?", f->sql); break;
  case PDB_TEXT: buf_printf(out, "%s REGEXP ?", f->sql); break;
  default: return pdb_fail(q, "Query operator ~ is not allowed on field %s", f->name);
  }
  pdb_bind_text(q, value_text(v));
  return true;
}

static bool test_order(struct pdb_query *q, const struct pdb_field *f, str op, value v, struct buf *out)
{
  const struct json_at whole = {f->sql, STR_EMPTY, strcmp(f->sql, "v.json") == 0};
  if (f->type == PDB_JSON) return json_test(q, &whole, op, v, out);
  if (f->type != PDB_TIME && f->type != PDB_NUMBER)
    return pdb_fail(q, "Query operators >,>=,<,<= are not allowed on field %s", f->name);
  buf_printf(out, "%s %.*s ?", f->sql, STR_FMT(op));
  return bind_typed(q, f, v);
}

static bool test_null(struct pdb_query *q, const struct pdb_field *f, value v, struct buf *out)
{
  const struct json_at whole = {f->sql, STR_EMPTY, false};
  if (f->type == PDB_JSON) return json_test(q, &whole, STR("null?"), v, out);
  if (v.kind != V_BOOL) return pdb_fail(q, "null? takes true or false");
  buf_printf(out, v.boolean ? "%s IS NULL" : "%s IS NOT NULL", f->sql);
  return true;
}

/* --- tests of operands that are not fields --- */

static bool test_node_state(struct pdb_query *q, value v, struct buf *out)
{
  const str state = value_text_or_empty(v);
  if (str_eqz(state, "any")) {
    buf_z(out, "1");
  } else if (str_eqz(state, "active")) {
    buf_z(out, "(n.deactivated IS NULL AND n.expired IS NULL)");
  } else if (str_eqz(state, "inactive")) {
    buf_z(out, "(n.deactivated IS NOT NULL OR n.expired IS NOT NULL)");
  } else {
    return pdb_fail(q, "No matching clause: %.*s", STR_FMT(state.n > 0 ? state : pdb_json(q->arena, v)));
  }
  return true;
}

static bool is_entity(const struct pdb_entity *e, const char *name) { return strcmp(e->name, name) == 0; }

/* *known: the name is a special one. */
static bool test_special(struct pdb_query *q, const struct pdb_entity *e, str op, str name, value v, struct buf *out,
                         bool *known)
{
  const bool equal = str_eqz(op, "=");
  *known = true;
  if (equal && str_eqz(name, "node_state") && (e->has_node || str_eqz(value_text_or_empty(v), "any")))
    return test_node_state(q, v, out);
  if (equal && str_eqz(name, "latest_report?") && (is_entity(e, "reports") || is_entity(e, "events"))) {
    if (v.kind != V_BOOL)
      return pdb_fail(q, "Argument %.*s is incompatible with boolean field \"latest_report?\".",
                      STR_FMT(pdb_json(q->arena, v)));
    buf_z(out, v.boolean ? "r.id = n.report" : "r.id IS NOT n.report");
    return true;
  }
  if (equal && is_entity(e, "reports") && str_eqz(name, "type") && v.kind == V_STRING &&
      str_eqz(value_text(v), "any")) {
    buf_z(out, "1");
    return true;
  }
  *known = false;
  return true;
}

/* ["parameter", name]. As in PuppetDB, a regular expression must match the whole text, and may be used for the name. */
static bool test_parameter(struct pdb_query *q, str op, str name, value v, struct buf *out)
{
  const str quoted = arena_printf(q->arena, "$.\"%.*s\"", STR_FMT(name));
  const struct json_at at = {"s.parameters", quoted, false};
  if (!str_eqz(op, "~")) {
    if (str_index(name, '"', 0) != SIZE_MAX)
      return pdb_fail(q, "'%.*s' has a quotation mark inside of a name", STR_FMT(name));
    return json_test(q, &at, op, v, out);
  }
  if (!check_regex(q, v)) return false;
  buf_z(
    out,
    "EXISTS (SELECT 1 FROM json_each(s.parameters) i WHERE i.type = 'text' AND i.key REGEXP ? AND i.value REGEXP ?)");
  pdb_bind_text(q, arena_printf(q->arena, "^(?:%.*s)$", STR_FMT(name)));
  pdb_bind_text(q, arena_printf(q->arena, "^(?:%.*s)$", STR_FMT(value_text(v))));
  return true;
}

static bool test_vector(struct pdb_query *q, const struct pdb_entity *e, str op, value field, value v, struct buf *out)
{
  static const struct json_at whole = {"v.json", {"", 0}, true};
  const struct array *l = field.array;
  if (l->n == 2 && l->items[0].kind == V_STRING && l->items[1].kind == V_STRING) {
    const str kind = value_text(l->items[0]), name = value_text(l->items[1]);
    if (is_entity(e, "resources") && str_eqz(kind, "parameter")) return test_parameter(q, op, name, v, out);
    if (e->has_node && str_eqz(kind, "fact")) return fact_test(q, name, &whole, op, v, out);
    if (e->has_node && str_eqz(kind, "node") && str_eqz(name, "active") && str_eqz(op, "=") && v.kind == V_BOOL) {
      return test_node_state(q, value_str(v.boolean ? STR("active") : STR("inactive")), out);
    }
  }
  return pdb_unknown_field(q, e, pdb_json(q->arena, field));
}

static bool test(struct pdb_query *q, const struct pdb_entity *e, str op, value field, value v, struct buf *out)
{
  struct dotted d = {0};
  bool known;
  if (field.kind == V_ARRAY) return test_vector(q, e, op, field, v, out);
  if (field.kind != V_STRING) return pdb_unknown_field(q, e, pdb_json(q->arena, field));
  const str name = value_text(field);
  if (!test_special(q, e, op, name, v, out, &known)) return false;
  if (known) return true;
  const struct pdb_field *f = pdb_field_named(e, name);
  if (f == NULL) {
    if (read_dotted(q, e, name, &d)) return dotted_test(q, &d, op, v, out);
    return q->status != 0 ? false : pdb_unknown_field(q, e, name);
  }
  if (str_eqz(op, "=")) return test_equal(q, f, v, out);
  if (str_eqz(op, "~")) return test_regex(q, f, v, out);
  if (str_eqz(op, "null?")) return test_null(q, f, v, out);
  return test_order(q, f, op, v, out);
}

/* ["~>", "path", [pattern, …]] */
static bool test_path(struct pdb_query *q, const struct pdb_entity *e, value field, value v, struct buf *out)
{
  const str name = field.kind == V_STRING ? value_text(field) : pdb_json(q->arena, field);
  const struct pdb_field *f = pdb_field_named(e, name);
  if (f == NULL || f->type != PDB_PATH)
    return pdb_fail(q, "Query operator ~> is not allowed on field %.*s", STR_FMT(name));
  bool ok = v.kind == V_ARRAY;
  for (uint32_t i = 0; ok && i < v.array->n; i++)
    ok = v.array->items[i].kind == V_STRING || v.array->items[i].kind == V_INT;
  if (!ok) return pdb_fail(q, "~> takes a list of regular expressions and numbers");
  /* A test of the name skips the other facts. */
  if (v.array->n > 0 && v.array->items[0].kind == V_STRING && is_entity(e, "fact_contents")) {
    buf_z(out, "m.name REGEXP ? AND ");
    pdb_bind_text(q, value_text(v.array->items[0]));
  }
  buf_printf(out, "pdb_path_match(%s, ?, %d)", f->sql, is_entity(e, "fact_paths"));
  pdb_bind_text(q, pdb_json(q->arena, v));
  return true;
}

/* --- in --- */

static bool one_kind(const struct array *l)
{
  for (uint32_t i = 1; i < l->n; i++) {
    if (l->items[i].kind != l->items[0].kind) return false;
  }
  return true;
}

static bool in_array(struct pdb_query *q, const struct pdb_entity *e, value field, value list, struct buf *out)
{
  if (list.kind != V_ARRAY) return pdb_fail(q, "'array' takes a list");
  if (field.kind == V_ARRAY && !one_kind(list.array))
    return pdb_fail(q, "All values in 'array' must be the same type.");
  const struct pdb_field *f = field.kind == V_STRING ? pdb_field_named(e, value_text(field)) : NULL;
  if (f != NULL && (f->type == PDB_TEXT || f->type == PDB_NUMBER)) {
    /* The list is one bound value, whatever its length. */
    const uint32_t before = q->nbound;
    for (uint32_t i = 0; i < list.array->n; i++) {
      if (!bind_typed(q, f, list.array->items[i])) return false;
    }
    q->nbound = before;
    buf_printf(out, "%s IN (SELECT value FROM json_each(?))", f->sql);
    pdb_bind_text(q, pdb_json(q->arena, list));
    return true;
  }
  buf_char(out, '(');
  for (uint32_t i = 0; i < list.array->n; i++) {
    if (i > 500) return pdb_fail(q, "A list for this field may have at most 500 elements");
    if (i > 0) buf_z(out, " OR ");
    if (!test(q, e, STR("="), field, list.array->items[i], out)) return false;
  }
  buf_z(out, list.array->n == 0 ? "0)" : ")");
  return true;
}

static value as_list(struct arena *a, value v) { return v.kind == V_ARRAY ? v : array_of(a, &v, 1); }

/* The entity of ["select_facts", query]. */
static bool select_entity(struct pdb_query *q, value tree, const struct pdb_entity **e, value *query)
{
  const str op = tree.kind == V_ARRAY && tree.array->n > 0 && tree.array->items[0].kind == V_STRING
                   ? value_text(tree.array->items[0])
                   : STR_EMPTY;
  *e = str_starts(op, STR("select_")) ? pdb_entity_named(str_from(op, 7)) : NULL;
  if (*e == NULL) return pdb_fail(q, "Unsupported subquery `%.*s`", STR_FMT(op));
  *query = tree.array->n > 1 ? tree.array->items[1] : VALUE_UNDEF;
  return true;
}

/* ["extract", fields, ["select_x", query]] becomes ["extract", fields, query]. */
static bool in_extract(struct pdb_query *q, value tree, uint32_t wanted, struct buf *out)
{
  const struct pdb_entity *e;
  value query, parts[3];
  if (tree.array->n < 3) return pdb_fail(q, "extract requires a field and a subquery");
  if (!select_entity(q, tree.array->items[2], &e, &query)) return false;
  parts[0] = tree.array->items[0];
  parts[1] = tree.array->items[1];
  parts[2] = query;
  return pdb_subselect(q, e, array_of(q->arena, parts, query.kind == V_UNDEF ? 2 : 3), wanted, out);
}

static bool in_from(struct pdb_query *q, value tree, uint32_t wanted, struct buf *out)
{
  const struct pdb_entity *e;
  struct pdb_paging paging = {.limit = -1};
  value query;
  if (!pdb_from(q, tree, &e, &query, &paging)) return false;
  if (!pdb_is(query, "extract")) return pdb_fail(q, "The 'from' of an 'in' needs an 'extract'");
  if (paging.norder == 0 && paging.limit < 0 && paging.offset == 0) return pdb_subselect(q, e, query, wanted, out);
  struct pdb_column *columns = q->columns;
  const uint32_t ncolumns = q->ncolumns;
  const bool inside = q->inside;
  q->inside = true;
  const bool ok = pdb_select(q, e, query, &paging, false, out) &&
                  (q->ncolumns == wanted || pdb_fail(q, "The number of fields of 'in' and of its 'extract' differ"));
  q->columns = columns;
  q->ncolumns = ncolumns;
  q->inside = inside;
  return ok;
}

static bool in_fields(struct pdb_query *q, const struct pdb_entity *e, const struct array *fields, struct buf *out)
{
  enum pdb_type kind;
  buf_char(out, '(');
  for (uint32_t i = 0; i < fields->n; i++) {
    if (i > 0) buf_z(out, ", ");
    if (fields->items[i].kind != V_STRING) return pdb_unknown_field(q, e, pdb_json(q->arena, fields->items[i]));
    if (pdb_shown(q, e, value_text(fields->items[i]), out, &kind)) continue;
    return q->status != 0 ? false : pdb_unknown_field(q, e, value_text(fields->items[i]));
  }
  buf_z(out, ") IN (");
  return true;
}

static bool test_in(struct pdb_query *q, const struct pdb_entity *e, value field, value set, struct buf *out)
{
  if (pdb_is(set, "array") && set.array->n == 2) return in_array(q, e, field, set.array->items[1], out);
  const struct array *fields = as_list(q->arena, field).array;
  if (fields->n == 0) return pdb_fail(q, "'in' needs a field");
  if (!in_fields(q, e, fields, out)) return false;
  bool ok;
  if (pdb_is(set, "extract")) ok = in_extract(q, set, fields->n, out);
  else if (pdb_is(set, "from")) ok = in_from(q, set, fields->n, out);
  else ok = pdb_fail(q, "'in' takes an 'array', an 'extract' or a 'from'");
  buf_char(out, ')');
  return ok;
}

/* ["subquery", entity, query]: joined by the fields that both have. */
static bool test_subquery(struct pdb_query *q, const struct pdb_entity *e, value name, value query, struct buf *out)
{
  const char *pairs[4][2];
  const str shown = name.kind == V_STRING ? value_text(name) : pdb_json(q->arena, name);
  const struct pdb_entity *inner = pdb_entity_named(shown);
  if (inner == NULL) return pdb_fail(q, "Invalid entity '%.*s' in query", STR_FMT(shown));
  const size_t n = pdb_relation(e, inner, pairs);
  if (n == 0) return pdb_fail(q, "No implicit relationship for entity '%s'", inner->name);
  value parts[3], fields[4];
  buf_char(out, '(');
  for (size_t i = 0; i < n; i++) {
    buf_printf(out, "%s%s", i > 0 ? ", " : "", pdb_field_named(e, str_of(pairs[i][0]))->sql);
    fields[i] = value_str(str_of(pairs[i][1]));
  }
  buf_z(out, ") IN (");
  parts[0] = value_str(STR("extract"));
  parts[1] = array_of(q->arena, fields, (uint32_t)n);
  parts[2] = query;
  if (!pdb_subselect(q, inner, array_of(q->arena, parts, query.kind == V_UNDEF ? 2 : 3), (uint32_t)n, out))
    return false;
  buf_char(out, ')');
  return true;
}

/* --- whole conditions --- */

/* Joins them as a balanced tree, because SQLite limits the depth of expressions. */
static bool joined(struct pdb_query *q, const struct pdb_entity *e, const value *items, uint32_t n, const char *op,
                   struct buf *out)
{
  if (n == 1) return pdb_condition(q, e, items[0], out);
  buf_char(out, '(');
  if (!joined(q, e, items, n / 2, op, out)) return false;
  buf_printf(out, " %s ", op);
  if (!joined(q, e, items + n / 2, n - n / 2, op, out)) return false;
  buf_char(out, ')');
  return true;
}

static bool negation(struct pdb_query *q, const struct pdb_entity *e, const struct array *l, struct buf *out)
{
  if (l->n != 2) return pdb_fail(q, "'not' takes exactly one argument, but %u were supplied", l->n - 1);
  /* Like NOT, but true for null; needs less stack in SQLite's parser. */
  buf_char(out, '(');
  if (!pdb_condition(q, e, l->items[1], out)) return false;
  buf_z(out, ") = 0");
  return true;
}

static uint32_t height(value tree, uint32_t depth)
{
  uint32_t most = depth;
  for (uint32_t i = 0; tree.kind == V_ARRAY && depth < MAX_DEPTH && i < tree.array->n; i++) {
    const uint32_t h = height(tree.array->items[i], depth + 1);
    most = h > most ? h : most;
  }
  return most;
}

/* The deepest first: operands on the left need less stack in SQLite's parser. */
static const value *deepest_first(struct arena *a, const value *items, uint32_t n)
{
  const value all = array_of(a, items, n);
  uint32_t deepest = 0, most = 0;
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t h = height(items[i], 0);
    if (h > most) most = h, deepest = i;
  }
  const value first = all.array->items[0];
  all.array->items[0] = all.array->items[deepest];
  all.array->items[deepest] = first;
  return all.array->items;
}

static bool operation(struct pdb_query *q, const struct pdb_entity *e, const struct array *l, struct buf *out)
{
  const str op = value_text(l->items[0]);
  const bool either = str_eqz(op, "or");
  if (either || str_eqz(op, "and")) {
    if (l->n == 1) return pdb_fail(q, "'%.*s' takes at least one argument, but none were supplied", STR_FMT(op));
    return joined(q, e, deepest_first(q->arena, l->items + 1, l->n - 1), l->n - 1, either ? "OR" : "AND", out);
  }
  if (str_eqz(op, "not")) return negation(q, e, l, out);
  if (str_eqz(op, "subquery")) {
    if (l->n < 2 || l->n > 3) return pdb_fail(q, "subquery requires exactly two arguments");
    return test_subquery(q, e, l->items[1], l->n == 3 ? l->items[2] : VALUE_UNDEF, out);
  }
  const bool plain = str_eqz(op, "=") || str_eqz(op, "~") || str_eqz(op, "null?") || is_order(op);
  if (!plain && !str_eqz(op, "in") && !str_eqz(op, "~>")) {
    return pdb_fail(q, "'%.*s' is not a query operator", STR_FMT(op));
  }
  if (l->n != 3) return pdb_fail(q, "%.*s requires exactly two arguments", STR_FMT(op));
  if (str_eqz(op, "=") && l->items[2].kind == V_UNDEF)
    return test(q, e, STR("null?"), l->items[1], value_bool(true), out);
  if (plain) return test(q, e, op, l->items[1], l->items[2], out);
  if (str_eqz(op, "in")) return test_in(q, e, l->items[1], l->items[2], out);
  return test_path(q, e, l->items[1], l->items[2], out);
}

bool pdb_condition(struct pdb_query *q, const struct pdb_entity *e, value tree, struct buf *out)
{
  if (tree.kind != V_ARRAY)
    return pdb_fail(q, "%.*s is not well-formed: queries must be JSON lists", STR_FMT(pdb_json(q->arena, tree)));
  if (tree.array->n == 0) return pdb_fail(q, "[] is not well-formed: queries must contain at least one operator");
  if (tree.array->items[0].kind != V_STRING)
    return pdb_fail(q, "%.*s is not well-formed: it has no operator", STR_FMT(pdb_json(q->arena, tree)));
  if (q->depth >= MAX_DEPTH) return pdb_fail(q, "The query is nested deeper than %d levels", MAX_DEPTH);
  if (q->nbound > MAX_BOUND) return pdb_fail(q, "The query has more than %d values", MAX_BOUND);
  q->depth++;
  const bool ok = operation(q, e, tree.array, out);
  q->depth--;
  return ok;
}

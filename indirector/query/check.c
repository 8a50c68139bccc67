/* The names of fields in a query, checked before it is compiled: all unknown ones are reported together. */
#include <stdlib.h>

#include "indirector/query/internal.h"

enum { MAX_LEVELS = 100, MAX_NAMES = 40 };

struct check {
  struct pdb_query *q;
  struct buf errors; /* one a line */
};

static const char *shown_name(const struct pdb_entity *e) { return e->alias != NULL ? e->alias : e->name; }

/* Appends 'a', 'b', and 'c'. */
static void quoted_list(struct buf *out, const char *const *names, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    buf_printf(out, "%s'%s'", i == 0 ? "" : i + 1 < n ? ", " : n == 2 ? " and " : ", and ", names[i]);
  }
}

static int by_text(const void *x, const void *y) { return strcmp(*(const char *const *)x, *(const char *const *)y); }

/* Appends the fields without one of the flags. */
static void field_list(struct buf *out, const struct pdb_entity *e, unsigned without, bool sorted)
{
  const char *names[MAX_NAMES];
  size_t n = 0;
  for (size_t i = 0; i < e->nfields && n < MAX_NAMES; i++) {
    if ((e->fields[i].flags & without) == 0) names[n++] = e->fields[i].name;
  }
  if (sorted) qsort(names, n, sizeof *names, by_text);
  quoted_list(out, names, n);
}

static void not_queryable(struct buf *out, const struct pdb_entity *e, str name)
{
  buf_printf(out, "'%.*s' is not a queryable object for %s. Known queryable objects are ", STR_FMT(name),
             shown_name(e));
  field_list(out, e, PDB_SELECTED, true);
}

bool pdb_unknown_field(struct pdb_query *q, const struct pdb_entity *e, str name)
{
  struct buf out = BUF_IN(q->arena);
  not_queryable(&out, e, name);
  return pdb_fail(q, "%.*s", STR_FMT(buf_view(&out)));
}

static bool has_field(const struct pdb_entity *e, value name, unsigned without)
{
  if (name.kind != V_STRING) return pdb_is(name, "function");
  const struct pdb_field *f = pdb_field_named(e, value_text(name));
  return f != NULL ? (f->flags & without) == 0 : pdb_is_dotted(e, value_text(name));
}

/* Where fields are named, and how they are reported. */
enum place { EXTRACTED, EXTRACTED_INSIDE, MATCHED };

/* Appends a message about the unknown ones of a field or a list of fields. */
static bool unknown_of(struct check *c, const struct pdb_entity *e, value fields, enum place place, struct buf *out)
{
  static const unsigned without[] = {PDB_HIDDEN, PDB_SELECTED, PDB_SELECTED};
  const char *names[MAX_NAMES];
  size_t n = 0;
  const value *all = fields.kind == V_ARRAY ? fields.array->items : &fields;
  for (uint32_t i = 0, count = fields.kind == V_ARRAY ? fields.array->n : 1; i < count && n < MAX_NAMES; i++) {
    if (has_field(e, all[i], without[place])) continue;
    const str name = all[i].kind == V_STRING ? value_text(all[i]) : pdb_json(c->q->arena, all[i]);
    names[n++] = arena_strz(c->q->arena, name);
  }
  if (n == 0) return false;
  buf_printf(out, "%s unknown '%s' %s ", place == MATCHED ? "Can't match on" : "Can't extract", shown_name(e),
             n > 1 ? "fields" : "field");
  quoted_list(out, names, n);
  buf_printf(out, "%s. Acceptable fields are ", place == MATCHED ? " for 'in'" : "");
  field_list(out, e, without[place], place != EXTRACTED);
  return true;
}

bool pdb_unknown_extract(struct pdb_query *q, const struct pdb_entity *e, str name)
{
  struct check c = {.q = q};
  struct buf out = BUF_IN(q->arena);
  unknown_of(&c, e, value_str(name), EXTRACTED, &out);
  return pdb_fail(q, "%.*s", STR_FMT(buf_view(&out)));
}

static struct buf *next_line(struct check *c)
{
  if (c->errors.n > 0) buf_char(&c->errors, '\n');
  return &c->errors;
}

static bool check_fields(struct check *c, const struct pdb_entity *e, value fields, enum place place)
{
  struct buf message = BUF_IN(c->q->arena);
  if (!unknown_of(c, e, fields, place, &message)) return true;
  buf_str(next_line(c), buf_view(&message));
  return false;
}

static void check_operand(struct check *c, const struct pdb_entity *e, value field)
{
  if (field.kind != V_STRING) return;
  const str name = value_text(field);
  const struct pdb_field *f = pdb_field_named(e, name);
  const bool known = f != NULL ? (f->flags & PDB_SELECTED) == 0 : pdb_is_dotted(e, name);
  if (!known && !str_eqz(name, "node_state")) not_queryable(next_line(c), e, name);
}

static bool walk(struct check *c, const struct pdb_entity *e, value tree, int levels);

/* "select_" and the name of an entity, with underscores. */
static const struct pdb_entity *select_entity(str op)
{
  const struct pdb_entity *e = str_starts(op, STR("select_")) ? pdb_entity_named(str_from(op, 7)) : NULL;
  return e != NULL && str_eqz(str_from(op, 7), e->name) ? e : NULL;
}

static void unsupported(struct check *c, str op)
{
  char *other = arena_strz(c->q->arena, op);
  for (char *p = other; *p != '\0'; p++) *p = *p == '-' ? '_' : *p;
  buf_printf(next_line(c), "Unsupported subquery `%.*s`", STR_FMT(op));
  if (select_entity(str_of(other)) != NULL) buf_printf(&c->errors, " - did you mean `%s`?", other);
}

/* ["extract", fields, ["select_x", query]]: an error in the query is reported alone, as an error in it is found first.
 */
static bool check_select(struct check *c, const struct array *extract, int levels)
{
  const struct array *inner = extract->items[2].array;
  const str op = value_text_or_empty(inner->items[0]);
  const struct pdb_entity *e = select_entity(op);
  if (e == NULL) {
    unsupported(c, op);
    return true;
  }
  struct check nested = {.q = c->q, .errors = BUF_IN(c->q->arena)};
  walk(&nested, e, inner->items[1], levels + 1);
  if (nested.errors.n > 0) {
    c->errors = nested.errors;
    return false;
  }
  check_fields(c, e, extract->items[1], EXTRACTED_INSIDE);
  return true;
}

/* ["from", entity, query …], ["subquery", entity, query] */
static bool check_entity(struct check *c, const struct array *l, int levels)
{
  const struct pdb_entity *e = pdb_entity_named(value_text_or_empty(l->items[1]));
  struct check nested = {.q = c->q, .errors = BUF_IN(c->q->arena)};
  if (e != NULL) walk(&nested, e, l->items[2], levels + 1);
  if (nested.errors.n == 0) return true;
  c->errors = nested.errors;
  return false;
}

static bool is_comparison(str op)
{
  static const char *const all[] = {"=", "~", ">", "<", "<=", ">="};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (str_eqz(op, all[i])) return true;
  }
  return false;
}

static bool is_select(value v)
{
  static const char *const others[] = {"not", "group_by", "or", "and"};
  if (v.kind != V_ARRAY || v.array->n != 2 || v.array->items[0].kind != V_STRING) return false;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (pdb_is(v, others[i])) return false;
  }
  return true;
}

/* A value as Clojure prints it. */
static void clojure(struct check *c, struct buf *out, value v)
{
  if (v.kind != V_ARRAY) {
    buf_str(out, v.kind == V_UNDEF ? STR("nil") : pdb_json(c->q->arena, v));
    return;
  }
  buf_char(out, '[');
  for (uint32_t i = 0; i < v.array->n; i++) {
    if (i > 0) buf_char(out, ' ');
    clojure(c, out, v.array->items[i]);
  }
  buf_char(out, ']');
}

static bool is_operator(str op)
{
  static const char *const all[] = {"from", "in",       "extract",  "subquery", "and", "or",
                                    "not",  "function", "group_by", "null?",    "~>"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (str_eqz(op, all[i])) return true;
  }
  return is_comparison(op) || select_entity(op) != NULL;
}

/* Reports the first part of an `extract` whose operator is unknown. */
static bool check_filters(struct check *c, const value *items, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const value v = items[i];
    if (v.kind != V_ARRAY || v.array->n == 0) continue;
    if (pdb_is(v, "and") || pdb_is(v, "or")) {
      if (!check_filters(c, v.array->items + 1, v.array->n - 1)) return false;
    } else if (!is_operator(value_text_or_empty(v.array->items[0]))) {
      struct buf *out = next_line(c);
      clojure(c, out, v);
      buf_z(out, " is not a valid expression for \"extract\"");
      return false;
    }
  }
  return true;
}

/* In the order in which PuppetDB reports. False: nothing after this is looked at. */
static bool walk(struct check *c, const struct pdb_entity *e, value tree, int levels)
{
  if (tree.kind != V_ARRAY || levels > MAX_LEVELS) return true;
  const struct array *l = tree.array;
  const str op = l->n > 0 ? value_text_or_empty(l->items[0]) : STR_EMPTY;
  const bool extract = str_eqz(op, "extract");
  if (l->n > 2 && (str_eqz(op, "from") || (str_eqz(op, "subquery") && l->n == 3))) return check_entity(c, l, levels);
  if (extract && l->n == 3 && is_select(l->items[2])) return check_select(c, l, levels);
  if (l->n == 3 && is_comparison(op)) {
    check_operand(c, e, l->items[1]);
  } else if (extract && l->n > 1) {
    if (check_fields(c, e, l->items[1], EXTRACTED)) check_filters(c, l->items + 2, l->n - 2);
  } else if (str_eqz(op, "in") && l->n == 3 && pdb_is(l->items[2], "array")) {
    check_operand(c, e, l->items[1]);
    return true;
  } else if (str_eqz(op, "in") && l->n > 1) {
    check_fields(c, e, l->items[1], MATCHED);
  }
  for (uint32_t i = 1; i < l->n; i++) {
    if (!walk(c, e, l->items[i], levels + 1)) return false;
  }
  return true;
}

bool pdb_check(struct pdb_query *q, const struct pdb_entity *e, value tree)
{
  struct check c = {.q = q, .errors = BUF_IN(q->arena)};
  walk(&c, e, tree, 0);
  return c.errors.n == 0 || pdb_fail(q, "%.*s", STR_FMT(buf_view(&c.errors)));
}

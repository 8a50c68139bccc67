/* The whole SELECT: fields, functions, groups, implicit conditions, order and paging. */
#include "indirector/query/internal.h"

/* --- fields --- */

static bool add_column(struct pdb_query *q, str name, enum pdb_type kind)
{
  q->columns = arena_regrow(q->arena, q->columns, q->ncolumns * sizeof *q->columns,
                            (q->ncolumns + 1) * sizeof *q->columns);
  q->columns[q->ncolumns++] = (struct pdb_column){name, kind};
  return q->ncolumns <= 100 || pdb_fail(q, "At most 100 fields can be extracted");
}

static bool all_fields(struct pdb_query *q, const struct pdb_entity *e, struct buf *out)
{
  bool first = true;
  for (size_t i = 0; i < e->nfields; i++) {
    if ((e->fields[i].flags & PDB_HIDDEN) != 0) continue;
    buf_printf(out, "%s%s", first ? "" : ", ", e->fields[i].sql);
    if (!add_column(q, str_of(e->fields[i].name), e->fields[i].type)) return false;
    first = false;
  }
  return true;
}

static bool is_aggregate(str name)
{
  static const char *const names[] = {"count", "avg", "sum", "min", "max"};
  for (size_t i = 0; i < 5; i++) {
    if (str_eqz(name, names[i])) return true;
  }
  return false;
}

static str text_at(const struct array *l, uint32_t i)
{
  return i < l->n ? value_text_or_empty(l->items[i]) : STR_EMPTY;
}

static bool shown(struct pdb_query *q, const struct pdb_entity *e, str name, struct buf *out, enum pdb_type *kind)
{
  const struct pdb_field *f = pdb_field_named(e, name);
  if (f != NULL && (f->flags & PDB_HIDDEN) != 0 && strcmp(e->name, "fact_paths") != 0)
    return pdb_unknown_extract(q, e, name);
  if (pdb_shown(q, e, name, out, kind)) return true;
  return q->status != 0 ? false : pdb_unknown_extract(q, e, name);
}

/* ["function", "to_string", field, format] */
static bool to_string(struct pdb_query *q, const struct pdb_entity *e, const struct array *l, struct buf *out,
                      enum pdb_type *kind)
{
  buf_z(out, "pdb_to_char(");
  if (l->n != 4 || !shown(q, e, text_at(l, 2), out, kind)) {
    return q->status != 0 ? false : pdb_fail(q, "to_string takes a field and a format");
  }
  if (*kind != PDB_TIME) return pdb_fail(q, "not supported: to_string of a field that is not a timestamp");
  buf_z(out, ", ?)");
  pdb_bind_text(q, text_at(l, 3));
  *kind = PDB_TEXT;
  return true;
}

static bool function(struct pdb_query *q, const struct pdb_entity *e, const struct array *l, struct buf *out,
                     enum pdb_type *kind)
{
  const str name = text_at(l, 1);
  if (str_eqz(name, "to_string")) return to_string(q, e, l, out, kind);
  if (!is_aggregate(name)) return pdb_fail(q, "Unknown function '%.*s'", STR_FMT(name));
  if (l->n == 2 && str_eqz(name, "count")) {
    *kind = PDB_NUMBER;
    buf_z(out, "count(*)");
    return true;
  }
  if (l->n != 3) return pdb_fail(q, "The function '%.*s' takes one field", STR_FMT(name));
  struct buf field = BUF_IN(q->arena);
  if (!shown(q, e, text_at(l, 2), &field, kind)) return false;
  const bool numeric = !str_eqz(name, "count");
  if ((str_eqz(name, "avg") || str_eqz(name, "sum")) && *kind != PDB_JSON && *kind != PDB_NUMBER)
    return pdb_fail(q, "The function '%.*s' takes a numeric field, not '%.*s'", STR_FMT(name), STR_FMT(text_at(l, 2)));
  if (numeric && *kind == PDB_JSON) {
    const bool fact = str_eqz(buf_view(&field), "v.json");
    buf_printf(out, fact ? "%.*s(v.number)" : "%.*s((%.*s) ->> '$')", STR_FMT(name), STR_FMT(buf_view(&field)));
  } else {
    buf_printf(out, "%.*s(%.*s)", STR_FMT(name), STR_FMT(buf_view(&field)));
  }
  const bool kept = (str_eqz(name, "min") || str_eqz(name, "max")) && *kind != PDB_JSON;
  if (!kept) *kind = PDB_NUMBER;
  return true;
}

/* A field, or a function of one. */
static bool term(struct pdb_query *q, const struct pdb_entity *e, value v, struct buf *out, str *name,
                 enum pdb_type *kind, bool *aggregate)
{
  *aggregate = false;
  if (v.kind == V_STRING) {
    *name = value_text(v);
    return shown(q, e, *name, out, kind);
  }
  if (!pdb_is(v, "function")) return pdb_fail(q, "Can't extract %.*s", STR_FMT(pdb_json(q->arena, v)));
  *name = text_at(v.array, 1);
  *aggregate = is_aggregate(*name);
  return function(q, e, v.array, out, kind);
}

/* Whether a list, after its name, contains an item. */
static bool in_list(value list, value item)
{
  return list.kind == V_ARRAY && list.array->n > 1 && value_among(list.array->items + 1, list.array->n - 1, item);
}

static bool extract_fields(struct pdb_query *q, const struct pdb_entity *e, value fields, value group, struct buf *out)
{
  const value one = fields;
  if (fields.kind != V_ARRAY) fields = array_of(q->arena, &one, 1);
  if (fields.array->n == 0) return all_fields(q, e, out);
  value plain = VALUE_UNDEF;
  bool any = group.kind == V_ARRAY;
  for (uint32_t i = 0; i < fields.array->n; i++) {
    str name;
    enum pdb_type kind = PDB_TEXT;
    bool aggregate;
    const value v = fields.array->items[i];
    if (i > 0) buf_z(out, ", ");
    if (!term(q, e, v, out, &name, &kind, &aggregate) || !add_column(q, name, kind)) return false;
    any = any || aggregate;
    if (!aggregate && !in_list(group, v)) plain = v;
  }
  q->grouped = any;
  if (!any || plain.kind == V_UNDEF) return true;
  return pdb_fail(q, "The field %.*s must be in group_by, or be used in a function",
                  STR_FMT(pdb_json(q->arena, plain)));
}

static bool group_by(struct pdb_query *q, const struct pdb_entity *e, value group, struct buf *out)
{
  str name;
  enum pdb_type kind;
  bool aggregate;
  for (uint32_t i = 1; group.kind == V_ARRAY && i < group.array->n; i++) {
    buf_z(out, i == 1 ? " GROUP BY " : ", ");
    if (!term(q, e, group.array->items[i], out, &name, &kind, &aggregate)) return false;
    if (aggregate) return pdb_fail(q, "The function '%.*s' cannot be used in group_by", STR_FMT(name));
  }
  return true;
}

/* --- conditions --- */

/* Whether a condition on reports selects their type, outside of sub-queries. */
static bool selects_type(value tree)
{
  if (tree.kind != V_ARRAY || tree.array->n == 0) return false;
  const struct array *l = tree.array;
  const bool nested = pdb_is(tree, "and") || pdb_is(tree, "or") || pdb_is(tree, "not");
  for (uint32_t i = 1; nested && i < l->n; i++) {
    if (selects_type(l->items[i])) return true;
  }
  if (nested || !str_eqz(text_at(l, 1), "type") || pdb_is(tree, "subquery")) return false;
  return !pdb_is(tree, "in") || (l->n > 2 && pdb_is(l->items[2], "array"));
}

static bool where(struct pdb_query *q, const struct pdb_entity *e, value condition, struct buf *out)
{
  const char *between = " WHERE ";
  if (condition.kind != V_UNDEF) {
    buf_z(out, between);
    if (!pdb_condition(q, e, condition, out)) return false;
    between = " AND ";
  }
  if (e->where != NULL) buf_printf(out, "%s%s", between, e->where), between = " AND ";
  if (e->has_node && !q->inside && !(e->hidden_too && !q->root) && !q->any_state)
    buf_printf(out, "%sn.deactivated IS NULL AND n.expired IS NULL", between), between = " AND ";
  if (strcmp(e->name, "reports") == 0 && !q->any_type && !selects_type(condition))
    buf_printf(out, "%sr.type = 'agent'", between);
  return true;
}

/* ["extract", fields, condition?, ["group_by", …]?] split; any other AST is a condition. */
struct parts {
  value fields, condition, group;
};

static bool take_apart(struct pdb_query *q, value tree, struct parts *out)
{
  *out = (struct parts){VALUE_UNDEF, tree, VALUE_UNDEF};
  if (!pdb_is(tree, "extract")) return true;
  const struct array *l = tree.array;
  out->condition = VALUE_UNDEF;
  if (l->n < 2 || l->n > 4) return pdb_fail(q, "extract takes fields, and optionally a query and a 'group_by'");
  out->fields = l->items[1];
  for (uint32_t i = 2; i < l->n; i++) {
    if (pdb_is(l->items[i], "group_by")) {
      out->group = l->items[i];
    } else if (out->condition.kind == V_UNDEF && out->group.kind == V_UNDEF) {
      out->condition = l->items[i];
    } else {
      return pdb_fail(q, "extract has an unexpected %.*s", STR_FMT(pdb_json(q->arena, l->items[i])));
    }
  }
  return true;
}

bool pdb_subselect(struct pdb_query *q, const struct pdb_entity *e, value tree, uint32_t wanted, struct buf *out)
{
  struct pdb_column *columns = q->columns;
  const uint32_t ncolumns = q->ncolumns;
  const bool grouped = q->grouped, inside = q->inside;
  struct parts p;
  q->columns = NULL;
  q->ncolumns = 0;
  q->inside = true;
  buf_z(out, "SELECT ");
  bool ok = take_apart(q, tree, &p) && extract_fields(q, e, p.fields, p.group, out);
  if (ok && q->ncolumns != wanted) ok = pdb_fail(q, "The number of fields of 'in' and of its 'extract' differ");
  if (ok) buf_printf(out, " FROM %s", e->from);
  ok = ok && where(q, e, p.condition, out) && group_by(q, e, p.group, out);
  q->columns = columns;
  q->ncolumns = ncolumns;
  q->grouped = grouped;
  q->inside = inside;
  return ok;
}

/* --- order --- */

static bool unknown_order(struct pdb_query *q, const struct pdb_entity *e, str name)
{
  struct buf out = BUF_IN(q->arena);
  for (size_t i = 0, at = 0; i < e->nfields; i++) {
    if ((e->fields[i].flags & PDB_HIDDEN) != 0) continue;
    buf_printf(&out, "%s'%s'", at++ == 0 ? "" : ", ", e->fields[i].name);
  }
  return pdb_fail(q, "Unrecognized column '%.*s' specified in :order_by; Supported columns are %.*s", STR_FMT(name),
                  STR_FMT(buf_view(&out)));
}

static bool order_term(struct pdb_query *q, const struct pdb_entity *e, const struct pdb_order *o, struct buf *out)
{
  enum pdb_type kind;
  const char *tail = o->descending ? " DESC NULLS FIRST" : " NULLS LAST";
  for (uint32_t i = 0; q->grouped && i < q->ncolumns; i++) {
    if (!str_eq(q->columns[i].name, o->field)) continue;
    buf_printf(out, "%u%s", i + 1, tail);
    return true;
  }
  const struct pdb_field *f = pdb_field_named(e, o->field);
  if (f != NULL && (f->flags & PDB_NEVER_NULL) != 0) tail = o->descending ? " DESC" : "";
  if (!pdb_shown(q, e, o->field, out, &kind)) return q->status != 0 ? false : unknown_order(q, e, o->field);
  buf_z(out, tail);
  return true;
}

static bool order(struct pdb_query *q, const struct pdb_entity *e, const struct pdb_paging *paging, struct buf *out)
{
  for (uint32_t i = 0; i < paging->norder; i++) {
    buf_z(out, i == 0 ? " ORDER BY " : ", ");
    if (!order_term(q, e, &paging->order[i], out)) return false;
  }
  if (paging->norder == 0 && e->order != NULL && !q->grouped) buf_printf(out, " ORDER BY %s", e->order);
  return true;
}

bool pdb_select(struct pdb_query *q, const struct pdb_entity *e, value tree, const struct pdb_paging *paging,
                bool total, struct buf *out)
{
  struct parts p;
  struct buf fields = BUF_IN(q->arena);
  q->columns = NULL;
  q->ncolumns = 0;
  q->grouped = false;
  if (!take_apart(q, tree, &p)) return false;
  const uint32_t before = q->nbound;
  if (p.fields.kind == V_UNDEF ? !all_fields(q, e, &fields) : !extract_fields(q, e, p.fields, p.group, &fields))
    return false;
  const bool groups = q->grouped;
  if (total && !groups) q->nbound = before, buf_clear(&fields), buf_z(&fields, "count(*)");
  buf_printf(out, total && groups ? "SELECT count(*) FROM (SELECT %.*s FROM %s" : "SELECT %.*s FROM %s",
             STR_FMT(buf_view(&fields)), e->from);
  if (!where(q, e, p.condition, out) || !group_by(q, e, p.group, out)) return false;
  if (total) {
    if (groups) buf_char(out, ')');
    return true;
  }
  if (!order(q, e, paging, out)) return false;
  if (paging->limit >= 0 || paging->offset > 0) {
    buf_z(out, " LIMIT ? OFFSET ?");
    pdb_bind_int(q, paging->limit);
    pdb_bind_int(q, paging->offset);
  }
  return true;
}

/* --- from --- */

static bool pdb_order_fields(struct pdb_query *q, value list, struct pdb_paging *paging)
{
  if (list.kind != V_ARRAY) return pdb_fail(q, "order_by takes a list of fields");
  paging->order = arena_array(q->arena, list.array->n + 1, sizeof *paging->order);
  for (uint32_t i = 0; i < list.array->n; i++) {
    const value v = list.array->items[i];
    const str name = v.kind == V_STRING ? value_text(v) : v.kind == V_ARRAY ? text_at(v.array, 0) : STR_EMPTY;
    const str way = v.kind == V_ARRAY ? text_at(v.array, 1) : STR_EMPTY;
    if (name.n == 0 || (way.n > 0 && str_casecmp(way, STR("asc")) != 0 && str_casecmp(way, STR("desc")) != 0)) {
      return pdb_fail(q, "order_by takes fields and [field, \"asc\" or \"desc\"], not %.*s",
                      STR_FMT(pdb_json(q->arena, v)));
    }
    paging->order[paging->norder++] = (struct pdb_order){name, VALUE_UNDEF, str_casecmp(way, STR("desc")) == 0};
  }
  return true;
}

static bool clause(struct pdb_query *q, value v, struct pdb_paging *paging)
{
  const value number = v.array->n == 2 ? v.array->items[1] : VALUE_UNDEF;
  if (pdb_is(v, "order_by")) return pdb_order_fields(q, number, paging);
  const bool limit = pdb_is(v, "limit");
  if (number.kind != V_INT || number.integer < (limit ? 1 : 0)) {
    return pdb_fail(q, "Illegal value '%.*s' for :%s; expected a %s integer.", STR_FMT(pdb_json(q->arena, number)),
                    limit ? "limit" : "offset", limit ? "positive non-zero" : "non-negative");
  }
  *(limit ? &paging->limit : &paging->offset) = number.integer;
  return true;
}

bool pdb_from(struct pdb_query *q, value tree, const struct pdb_entity **e, value *query, struct pdb_paging *paging)
{
  *query = VALUE_UNDEF;
  if (!pdb_is(tree, "from") || tree.array->n < 2) {
    return pdb_fail(q, "Your initial query must be of the form: [\"from\",<entity>,(<optional-query>)]. Check your "
                       "query and try again.");
  }
  const value name = tree.array->items[1];
  *e = name.kind == V_STRING ? pdb_entity_named(value_text(name)) : NULL;
  if (*e == NULL) {
    const str shown_name = name.kind == V_STRING ? value_text(name) : pdb_json(q->arena, name);
    return pdb_fail(q, "Invalid entity '%.*s' in query", STR_FMT(shown_name));
  }
  for (uint32_t i = 2; i < tree.array->n; i++) {
    const value v = tree.array->items[i];
    if (pdb_is(v, "order_by") || pdb_is(v, "limit") || pdb_is(v, "offset")) {
      if (!clause(q, v, paging)) return false;
    } else if (i == 2) {
      *query = v;
    } else {
      return pdb_fail(q, "'from' has an unexpected %.*s", STR_FMT(pdb_json(q->arena, v)));
    }
  }
  return true;
}

/* event-counts and aggregate-event-counts: sums of events by node, resource or class. */
#include "indirector/query/internal.h"

static const struct summary {
  const char *name, *keys;
} summaries[] = {
  {"certname", "certname"}, {"resource", "resource_type, resource_title"}, {"containing_class", "containing_class"}};

static const struct summary *summary_named(str name)
{
  for (size_t i = 0; i < sizeof summaries / sizeof *summaries; i++) {
    if (str_eqz(name, summaries[i].name)) return &summaries[i];
  }
  return NULL;
}

/* The fields of a counts_filter. */
static bool filter(struct pdb_query *q, value tree, struct buf *out)
{
  static const char *const fields[] = {"failures", "successes", "noops", "skips"};
  if (tree.kind != V_ARRAY || tree.array->n == 0 || tree.array->items[0].kind != V_STRING) {
    return pdb_fail(q, "Illegal value for :counts_filter; expected a JSON list");
  }
  const struct array *l = tree.array;
  const str op = value_text(l->items[0]);
  if (str_eqz(op, "and") || str_eqz(op, "or")) {
    buf_char(out, '(');
    for (uint32_t i = 1; i < l->n && i < 100; i++) {
      if (i > 1) buf_printf(out, " %.*s ", STR_FMT(op));
      if (++q->depth > 20 || !filter(q, l->items[i], out))
        return q->status != 0 ? false : pdb_fail(q, "The counts_filter is nested too deep");
      q->depth--;
    }
    buf_z(out, l->n == 1 ? "1)" : ")");
    return true;
  }
  static const char *const operators[] = {"=", ">", "<", ">=", "<="};
  bool known = false;
  for (size_t i = 0; i < 5; i++) known = known || str_eqz(op, operators[i]);
  if (!known || l->n != 3) return pdb_fail(q, "'%.*s' is not an operator of a counts_filter", STR_FMT(op));
  for (size_t i = 0; i < 4; i++) {
    if (l->items[1].kind != V_STRING || !str_eqz(value_text(l->items[1]), fields[i])) continue;
    if (!value_is_number(l->items[2])) return pdb_fail(q, "A counts_filter compares with numbers");
    buf_printf(out, "%s %.*s ?", fields[i], STR_FMT(op));
    if (l->items[2].kind == V_INT) pdb_bind_int(q, l->items[2].integer);
    else pdb_bind_real(q, l->items[2].number);
    return true;
  }
  return pdb_fail(q, "%.*s is not a field of a counts_filter", STR_FMT(pdb_json(q->arena, l->items[1])));
}

/* Appends a condition that selects only the last event of each resource in that time. */
static void pdb_distinct(struct pdb_query *q, int64_t from, int64_t until, struct buf *out)
{
  buf_z(out, "(x.report, x.place) IN (SELECT d.report, d.place FROM (SELECT d.report, d.place, row_number() OVER "
             "(PARTITION BY dr.node, "
             "d.type, d.title, d.property ORDER BY d.at DESC) AS nth FROM event d JOIN report dr ON dr.id = d.report "
             "WHERE dr.produced "
             ">= ? AND dr.produced <= ?) d WHERE d.nth = 1)");
  pdb_bind_int(q, from);
  pdb_bind_int(q, until);
}

/* Appends the selected events, with the columns that summaries need. */
static bool events(struct pdb_query *q, value tree, const struct pdb_counts *c, struct buf *out)
{
  const struct pdb_entity *e = pdb_entity_named(STR("events"));
  buf_printf(
    out,
    "SELECT n.certname AS certname, x.type AS resource_type, x.title AS resource_title, x.class AS containing_class, "
    "x.status AS status FROM %s WHERE ",
    e->from);
  if (tree.kind == V_UNDEF) {
    buf_z(out, "1");
  } else if (!pdb_condition(q, e, tree, out)) {
    return false;
  }
  if (c->distinct) buf_z(out, " AND "), pdb_distinct(q, c->from, c->until, out);
  return true;
}

static bool counts(struct pdb_query *q, value tree, const struct pdb_counts *c, struct buf *out)
{
  const struct summary *s = summary_named(c->summarize_by);
  const bool by_node = str_eqz(c->count_by, "certname");
  if (c->count_by.n > 0 && !by_node && !str_eqz(c->count_by, "resource")) {
    return pdb_fail(q, "Unsupported value for 'count_by': '%.*s'", STR_FMT(c->count_by));
  }
  static const char *const kinds[][2] = {
    {"failure", "failures"}, {"skipped", "skips"}, {"success", "successes"}, {"noop", "noops"}};
  buf_printf(out, "SELECT * FROM (SELECT ");
  for (size_t i = 0; i < 4; i++) {
    buf_printf(out,
               by_node ? "count(DISTINCT CASE status WHEN '%s' THEN certname END) AS %s, "
                       : "coalesce(sum(status = '%s'), 0) AS %s, ",
               kinds[i][0], kinds[i][1]);
  }
  buf_printf(out, "'%s' AS subject_type, %s FROM (", s->name, s->keys);
  if (!events(q, tree, c, out)) return false;
  buf_z(out, ")");
  buf_printf(out, " GROUP BY %s)", s->keys);
  if (c->filter.kind == V_UNDEF) return true;
  buf_z(out, " WHERE ");
  return filter(q, c->filter, out);
}

static bool order(struct pdb_query *q, const struct pdb_paging *paging, struct buf *out)
{
  static const char *const fields[] = {"failures", "skips", "successes", "noops", "subject_type"};
  for (uint32_t i = 0; i < paging->norder; i++) {
    bool known = false;
    for (size_t k = 0; k < 5; k++) known = known || str_eqz(paging->order[i].field, fields[k]);
    if (!known) {
      return pdb_fail(q,
                      "Unrecognized column '%.*s' specified in :order_by; Supported columns are 'failures', 'skips', "
                      "'successes', 'noops', "
                      "'subject_type'",
                      STR_FMT(paging->order[i].field));
    }
    buf_printf(out, "%s%.*s%s", i == 0 ? " ORDER BY " : ", ", STR_FMT(paging->order[i].field),
               paging->order[i].descending ? " DESC" : "");
  }
  return true;
}

static void columns(struct pdb_query *q, const struct pdb_column *list, uint32_t n)
{
  q->columns = arena_array(q->arena, n, sizeof *q->columns);
  memcpy(q->columns, list, n * sizeof *list);
  q->ncolumns = n;
}

bool pdb_select_counts(struct pdb_query *q, value tree, const struct pdb_counts *c, const struct pdb_paging *paging,
                       bool total, struct buf *out)
{
  static const struct pdb_column plain[] = {{{"failures", 8}, PDB_NUMBER},    {{"skips", 5}, PDB_NUMBER},
                                            {{"successes", 9}, PDB_NUMBER},   {{"noops", 5}, PDB_NUMBER},
                                            {{"subject_type", 12}, PDB_TEXT}, {{"subject", 7}, PDB_SHOWN}},
                                 sums[] = {{{"summarize_by", 12}, PDB_TEXT}, {{"failures", 8}, PDB_NUMBER},
                                           {{"skips", 5}, PDB_NUMBER},       {{"successes", 9}, PDB_NUMBER},
                                           {{"noops", 5}, PDB_NUMBER},       {{"total", 5}, PDB_NUMBER}};
  const struct summary *s = summary_named(c->summarize_by);
  const char *subject = str_eqz(c->summarize_by, "resource")
                          ? "json_object('type', resource_type, 'title', resource_title)"
                        : str_eqz(c->summarize_by, "certname") ? "json_object('title', certname)"
                                                               : "json_object('title', containing_class)";
  if (s == NULL) return pdb_fail(q, "Unsupported value for 'summarize_by': '%.*s'", STR_FMT(c->summarize_by));
  if (total) {
    buf_z(out, "SELECT count(*) FROM (");
    if (!counts(q, tree, c, out)) return false;
    buf_char(out, ')');
    return true;
  }
  if (c->aggregate) {
    buf_printf(
      out,
      "SELECT '%s', coalesce(sum(failures > 0), 0), coalesce(sum(skips > 0), 0), coalesce(sum(successes > 0), 0), "
      "coalesce(sum(noops > 0), 0), count(*) FROM (",
      s->name);
    columns(q, sums, 6);
    if (!counts(q, tree, c, out)) return false;
    buf_char(out, ')');
    return true;
  }
  columns(q, plain, 6);
  buf_printf(out, "SELECT failures, skips, successes, noops, subject_type, %s FROM (", subject);
  if (!counts(q, tree, c, out)) return false;
  buf_char(out, ')');
  if (!order(q, paging, out)) return false;
  if (paging->limit >= 0 || paging->offset > 0) {
    buf_z(out, " LIMIT ? OFFSET ?");
    pdb_bind_int(q, paging->limit);
    pdb_bind_int(q, paging->offset);
  }
  return true;
}

/* Requests: paths, parameters, and their answers. */
#include <stdlib.h>

#include "base/deadline.h"
#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/query/internal.h"

enum { MAX_PARTS = 8, PIECE = 64 * 1024 };

enum shape {
  SHAPE_ROWS, /* [{…}, …] */
  SHAPE_ONE,  /* {…}, or the error that it is not known */
  SHAPE_BARE, /* the first column of each row in one list */
  SHAPE_RAW   /* the first column of the only row, which is JSON */
};

/* The request, assembled from path, query and body. */
struct asked {
  struct store *store;
  struct arena *a;
  const struct pdb_request *request;
  struct pdb_query q;
  const struct pdb_entity *entity;
  struct valuevec extra; /* conditions of the path */
  value query;           /* undef: none */
  str text;              /* of the root: PQL */
  struct pdb_paging paging;
  struct pdb_counts counts;
  bool is_counts, include_total, ast_only, whole_hidden;
  bool has_summary, has_distinct[3];
  enum shape shape;
  str what, name; /* "node", "x": for the message that it is not known */
  struct pdb_answer *out;
};

/* --- parameters --- */

static const char *const parameter_names[] = {"query",
                                              "limit",
                                              "offset",
                                              "order_by",
                                              "include_total",
                                              "pretty",
                                              "explain",
                                              "optimize_drop_unused_joins",
                                              "include_facts_expiration",
                                              "include_package_inventory",
                                              "origin",
                                              "timeout",
                                              "ast_only",
                                              "distinct_resources",
                                              "distinct_start_time",
                                              "distinct_end_time",
                                              "summarize_by",
                                              "count_by",
                                              "counts_filter"};

static bool known_parameter(struct asked *k, str name)
{
  const bool events = k->is_counts || (k->entity != NULL && strcmp(k->entity->name, "events") == 0);
  for (size_t i = 0; i < sizeof parameter_names / sizeof *parameter_names; i++) {
    if (!str_eqz(name, parameter_names[i])) continue;
    if (i >= 16) return k->is_counts;
    if (i >= 13) return events;
    return i != 12 || k->entity == NULL;
  }
  return false;
}

static bool read_json(struct asked *k, str text, value *out)
{
  str why;
  if (value_read_json(k->a, text, out, &why)) return true;
  return pdb_fail(&k->q, "Json parse error: %.*s\n\n%.*s", STR_FMT(why), STR_FMT(text));
}

static str shown(struct asked *k, value v) { return v.kind == V_STRING ? value_text(v) : pdb_json(k->a, v); }

static bool number_parameter(struct asked *k, const char *name, value v, int64_t least, int64_t *out)
{
  char *end;
  if (v.kind == V_STRING && v.length > 0 && v.length < 18) {
    const char *z = arena_strz(k->a, value_text(v));
    const long long n = strtoll(z, &end, 10);
    if (*end == '\0' && z[0] != '+' && !ascii_is_space(z[0])) v = value_int(n);
  }
  if (v.kind == V_INT && v.integer >= least) {
    *out = v.integer;
    return true;
  }
  return pdb_fail(&k->q, "Illegal value '%.*s' for :%s; expected a %s integer.", STR_FMT(shown(k, v)), name,
                  least > 0 ? "positive non-zero" : "non-negative");
}

/* [{"field": "x", "order": "desc"}, …] */
static bool order_parameter(struct asked *k, value v)
{
  str why;
  const str given = shown(k, v);
  if (v.kind == V_STRING && !value_read_json(k->a, given, &v, &why)) v = VALUE_UNDEF;
  bool ok = v.kind == V_ARRAY;
  for (uint32_t i = 0; ok && i < v.array->n; i++) ok = v.array->items[i].kind == V_HASH;
  if (!ok) return pdb_fail(&k->q, "Illegal value '%.*s' for :order_by; expected a JSON array of maps.", STR_FMT(given));
  k->paging.order = arena_array(k->a, v.array->n + 1, sizeof *k->paging.order);
  for (uint32_t i = 0; i < v.array->n; i++) {
    const struct hash *h = v.array->items[i].hash;
    const value field = hash_member(h, "field"), way = hash_member(h, "order");
    if (field.kind != V_STRING)
      return pdb_fail(&k->q, "Illegal value '%.*s' in :order_by; missing required key 'field'.",
                      STR_FMT(pdb_json(k->a, v.array->items[i])));
    const str direction = way.kind == V_STRING ? value_text(way) : STR("asc");
    const bool down = str_casecmp(direction, STR("desc")) == 0;
    if (!down && str_casecmp(direction, STR("asc")) != 0) {
      return pdb_fail(&k->q, "Illegal value '%.*s' in :order_by; 'order' must be either 'asc' or 'desc'",
                      STR_FMT(direction));
    }
    k->paging.order[k->paging.norder++] = (struct pdb_order){value_text(field), VALUE_UNDEF, down};
  }
  return true;
}

static bool is_true(value v)
{
  return value_is_true(v) || (v.kind == V_STRING && str_casecmp(value_text(v), STR("true")) == 0);
}

static bool query_parameter(struct asked *k, value v)
{
  if (v.kind != V_STRING) {
    k->query = v;
    return true;
  }
  const str text = str_trim(value_text(v));
  if (k->entity == NULL && !k->is_counts && (text.n == 0 || text.p[0] != '[')) {
    k->text = text;
    return true;
  }
  return read_json(k, text, &k->query);
}

static bool time_parameter(struct asked *k, value v, int64_t *out)
{
  if (v.kind == V_STRING && store_time_parse(value_text(v), out)) return true;
  return pdb_fail(&k->q, "'%.*s' is not a valid timestamp value", STR_FMT(shown(k, v)));
}

static bool take_parameter(struct asked *k, str name, value v)
{
  if (!known_parameter(k, name)) return pdb_fail(&k->q, "Unsupported query parameter '%.*s'", STR_FMT(name));
  if (str_eqz(name, "query")) return query_parameter(k, v);
  if (str_eqz(name, "limit")) return number_parameter(k, "limit", v, 1, &k->paging.limit);
  if (str_eqz(name, "offset")) return number_parameter(k, "offset", v, 0, &k->paging.offset);
  if (str_eqz(name, "order_by")) return order_parameter(k, v);
  if (str_eqz(name, "include_total")) k->include_total = is_true(v);
  if (str_eqz(name, "ast_only")) k->ast_only = is_true(v);
  if (str_eqz(name, "summarize_by")) k->counts.summarize_by = shown(k, v), k->has_summary = true;
  if (str_eqz(name, "count_by")) k->counts.count_by = shown(k, v);
  if (str_eqz(name, "counts_filter")) {
    if (v.kind == V_STRING) return read_json(k, value_text(v), &k->counts.filter);
    k->counts.filter = v;
  }
  if (str_eqz(name, "explain")) return pdb_fail(&k->q, "not supported: the query parameter 'explain'");
  if (str_eqz(name, "distinct_resources")) k->counts.distinct = is_true(v);
  if (str_eqz(name, "distinct_start_time")) return time_parameter(k, v, &k->counts.from) && (k->has_distinct[0] = true);
  if (str_eqz(name, "distinct_end_time")) return time_parameter(k, v, &k->counts.until) && (k->has_distinct[1] = true);
  return true;
}

static bool read_parameters(struct asked *k)
{
  const struct pdb_request *r = k->request;
  value body = VALUE_UNDEF;
  k->paging.limit = -1;
  for (size_t i = 0; i < r->nparameters; i++) {
    if (!take_parameter(k, r->parameters[i].name, value_str(r->parameters[i].value))) return false;
  }
  if (r->body.n > 0) {
    if (!read_json(k, r->body, &body)) return false;
    if (body.kind != V_HASH) return pdb_fail(&k->q, "The body of a query must be a JSON object");
    for (uint32_t i = 0; i < body.hash->n; i++) {
      if (!take_parameter(k, value_text(body.hash->entries[i].key), body.hash->entries[i].value)) return false;
    }
  }
  if (k->counts.distinct && !(k->has_distinct[0] && k->has_distinct[1])) {
    return pdb_fail(&k->q, "'distinct_resources' query parameter requires accompanying parameters "
                           "'distinct_start_time' and 'distinct_end_time'");
  }
  return true;
}

/* --- paths --- */

static int hex(char c)
{
  return ascii_is_digit(c) ? c - '0' : ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f' ? ascii_lower(c) - 'a' + 10 : -1;
}

static str decoded(struct arena *a, str part)
{
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < part.n; i++) {
    if (part.p[i] == '%' && i + 2 < part.n + 0 && hex(part.p[i + 1]) >= 0 && hex(part.p[i + 2]) >= 0) {
      buf_char(&out, (char)(hex(part.p[i + 1]) * 16 + hex(part.p[i + 2])));
      i += 2;
    } else {
      buf_char(&out, part.p[i]);
    }
  }
  return buf_view(&out);
}

/* -1: too many parts. */
static int split(struct arena *a, str path, str parts[MAX_PARTS])
{
  int n = 0;
  while (path.n > 0) {
    size_t end = str_index(path, '/', 0);
    if (end == SIZE_MAX) end = path.n;
    if (n == MAX_PARTS) return -1;
    if (end > 0) parts[n++] = decoded(a, str_sub(path, 0, end));
    path = str_from(path, end + 1);
  }
  return n;
}

static void also(struct asked *k, const char *field, str text)
{
  const value items[] = {value_str(STR("=")), value_str(str_of(field)), value_str(text)};
  valuevec_push(&k->extra, k->a, array_of(k->a, items, 3));
}

static void entity(struct asked *k, const char *name) { k->entity = pdb_entity_named(str_of(name)); }

static bool no_path(struct asked *k)
{
  return pdb_fail_with(&k->q, 404, "not found: /pdb/query/v4/%.*s", STR_FMT(k->request->path));
}

/* The object in the path must exist. */
static void needs(struct asked *k, const char *what, str name)
{
  k->what = str_of(what);
  k->name = name;
}

/* [/NAME[/VALUE]] */
static bool fact_path(struct asked *k, const str *parts, int n)
{
  entity(k, "facts");
  if (n > 2) return no_path(k);
  if (n > 0) also(k, "name", parts[0]);
  if (n > 1) also(k, "value", parts[1]);
  return true;
}

/* [/TYPE[/TITLE]] */
static bool resource_path(struct asked *k, const str *parts, int n)
{
  entity(k, "resources");
  if (n > 2) return no_path(k);
  if (n > 0) also(k, "type", parts[0]);
  if (n > 1) also(k, "title", parts[1]);
  return true;
}

static bool one_of(struct asked *k, const char *name, const char *what, const char *field, str key)
{
  entity(k, name);
  also(k, field, key);
  needs(k, what, key);
  k->shape = SHAPE_ONE;
  k->whole_hidden = true;
  return true;
}

static bool node_path(struct asked *k, const str *parts, int n)
{
  if (n == 1) return one_of(k, "nodes", "node", "certname", parts[0]);
  needs(k, "node", parts[0]);
  also(k, "certname", parts[0]);
  if (str_eqz(parts[1], "facts")) return fact_path(k, parts + 2, n - 2);
  if (str_eqz(parts[1], "resources")) return resource_path(k, parts + 2, n - 2);
  return no_path(k);
}

static bool catalog_path(struct asked *k, const str *parts, int n)
{
  if (n == 1) return one_of(k, "catalogs", "catalog", "certname", parts[0]);
  needs(k, "catalog", parts[0]);
  also(k, "certname", parts[0]);
  if (str_eqz(parts[1], "resources")) return resource_path(k, parts + 2, n - 2);
  entity(k, "edges");
  return (n == 2 && str_eqz(parts[1], "edges")) || no_path(k);
}

static bool factset_path(struct asked *k, const str *parts, int n)
{
  if (n == 1) return one_of(k, "factsets", "factset", "certname", parts[0]);
  needs(k, "factset", parts[0]);
  also(k, "certname", parts[0]);
  entity(k, "facts");
  return (n == 2 && str_eqz(parts[1], "facts")) || no_path(k);
}

static bool report_path(struct asked *k, const str *parts, int n)
{
  if (n != 2) return no_path(k);
  needs(k, "report", parts[0]);
  k->q.any_type = true;
  if (str_eqz(parts[1], "events")) {
    also(k, "report", parts[0]);
    entity(k, "events");
    return true;
  }
  const bool logs = str_eqz(parts[1], "logs");
  if (!logs && !str_eqz(parts[1], "metrics")) return no_path(k);
  also(k, "hash", parts[0]);
  entity(k, "reports");
  k->shape = SHAPE_RAW;
  const value items[] = {value_str(STR("extract")), value_str(parts[1])};
  k->query = array_of(k->a, items, 2);
  return true;
}

/* environments/E/facts and the like, producers/P/reports. */
static bool group_path(struct asked *k, const str *parts, int n, const char *list, const char *what, const char *field)
{
  static const char *const below[][4] = {{"facts", "resources", "reports", "events"},
                                         {"factsets", "catalogs", "reports", NULL}};
  const size_t which = strcmp(what, "producer") == 0;
  if (n == 1) return one_of(k, list, what, "name", parts[0]);
  needs(k, what, parts[0]);
  for (int i = 0; i < 4 && below[which][i] != NULL; i++) {
    if (!str_eqz(parts[1], below[which][i])) continue;
    also(k, field, parts[0]);
    if (str_eqz(parts[1], "facts")) return fact_path(k, parts + 2, n - 2);
    if (str_eqz(parts[1], "resources")) return resource_path(k, parts + 2, n - 2);
    entity(k, below[which][i]);
    return n == 2 || no_path(k);
  }
  return no_path(k);
}

static bool find_path(struct asked *k)
{
  str parts[MAX_PARTS];
  const int n = split(k->a, k->request->path, parts);
  if (n < 0) return no_path(k);
  if (n == 0) return true;
  const bool aggregate = str_eqz(parts[0], "aggregate-event-counts");
  if (n == 1 && (aggregate || str_eqz(parts[0], "event-counts"))) {
    k->is_counts = true;
    k->counts.aggregate = aggregate;
    return true;
  }
  k->entity = NULL;
  for (size_t i = 0; i < pdb_entity_count; i++) {
    if (str_eqz(parts[0], pdb_entities[i].path)) k->entity = &pdb_entities[i];
  }
  if (k->entity == NULL) return no_path(k);
  if (strcmp(k->entity->name, "fact_names") == 0) k->shape = SHAPE_BARE;
  if (n == 1) return true;
  const str *rest = parts + 1;
  if (str_eqz(parts[0], "nodes")) return node_path(k, rest, n - 1);
  if (str_eqz(parts[0], "facts")) return fact_path(k, rest, n - 1);
  if (str_eqz(parts[0], "resources")) return resource_path(k, rest, n - 1);
  if (str_eqz(parts[0], "catalogs")) return catalog_path(k, rest, n - 1);
  if (str_eqz(parts[0], "factsets")) return factset_path(k, rest, n - 1);
  if (str_eqz(parts[0], "reports")) return report_path(k, rest, n - 1);
  if (str_eqz(parts[0], "environments"))
    return group_path(k, rest, n - 1, "environments", "environment", "environment");
  if (str_eqz(parts[0], "producers")) return group_path(k, rest, n - 1, "producers", "producer", "producer");
  if (str_eqz(parts[0], "package-inventory") && n == 2) {
    also(k, "certname", parts[1]);
    return true;
  }
  return no_path(k);
}

/* --- the complete query --- */

static value anded(struct asked *k, value condition)
{
  struct valuevec all = {0};
  valuevec_push(&all, k->a, value_str(STR("and")));
  if (condition.kind != V_UNDEF) valuevec_push(&all, k->a, condition);
  for (uint32_t i = 0; i < k->extra.n; i++) valuevec_push(&all, k->a, k->extra.items[i]);
  return valuevec_array(&all, k->a);
}

/* Adds the conditions of the path to the query, below its `extract`. */
static value with_path(struct asked *k)
{
  struct valuevec out = {0};
  if (k->extra.n == 0) return k->query;
  if (!pdb_is(k->query, "extract")) return anded(k, k->query);
  const struct array *l = k->query.array;
  const bool conditioned = l->n > 2 && !pdb_is(l->items[2], "group_by");
  for (uint32_t i = 0; i < 2 && i < l->n; i++) valuevec_push(&out, k->a, l->items[i]);
  valuevec_push(&out, k->a, anded(k, conditioned ? l->items[2] : VALUE_UNDEF));
  for (uint32_t i = conditioned ? 3 : 2; i < l->n; i++) valuevec_push(&out, k->a, l->items[i]);
  return valuevec_array(&out, k->a);
}

/* A query to the root contains its entity. */
static bool root_query(struct asked *k)
{
  value query;
  str why;
  struct pdb_paging paging = {.limit = -1};
  if (k->text.n > 0 && !pdb_parse_pql(k->a, k->text, &k->query, &why)) return pdb_fail(&k->q, "%.*s", STR_FMT(why));
  if (k->query.kind == V_UNDEF) return pdb_fail(&k->q, "Missing required query parameter 'query'");
  if (k->ast_only) return true;
  if (!pdb_from(&k->q, k->query, &k->entity, &query, &paging)) return false;
  k->query = query;
  k->q.root = true;
  if (paging.norder > 0) k->paging.order = paging.order, k->paging.norder = paging.norder;
  if (paging.limit >= 0) k->paging.limit = paging.limit;
  if (paging.offset > 0) k->paging.offset = paging.offset;
  return true;
}

static bool compile(struct asked *k, bool total, struct buf *sql)
{
  const value query = with_path(k);
  k->q.nbound = 0;
  k->q.any_state = k->whole_hidden || pdb_mentions(query, "node_state") || pdb_mentions(query, "active");
  if (!pdb_check(&k->q, k->is_counts ? pdb_entity_named(STR("events")) : k->entity, query)) return false;
  if (k->is_counts) {
    if (!k->has_summary) return pdb_fail(&k->q, "Missing required query parameter 'summarize_by'");
    return pdb_select_counts(&k->q, query, &k->counts, &k->paging, total, sql);
  }
  return pdb_select(&k->q, k->entity, query, &k->paging, total, sql);
}

/* --- running --- */

static bool put(struct asked *k, struct buf *out)
{
  if (!k->request->put(k->request->ctx, buf_view(out)))
    return pdb_fail_with(&k->q, 500, "The answer cannot be written");
  buf_clear(out);
  return true;
}

static bool unknown(struct asked *k)
{
  struct buf out = BUF_IN(k->a);
  buf_z(&out, "{\"error\":");
  json_quote(&out, arena_printf(k->a, "No information is known about %.*s %.*s", STR_FMT(k->what), STR_FMT(k->name)));
  buf_char(&out, '}');
  k->q.status = 404;
  k->q.error = buf_view(&out);
  k->out->json = true;
  return false;
}

static void write_shape(struct asked *k, sqlite3_stmt *st, bool first, struct buf *out)
{
  if (!first) buf_char(out, ',');
  if (k->shape == SHAPE_BARE) {
    json_quote(out, str_of((const char *)lib()->sqlite3_column_text(st, 0)));
  } else if (k->shape == SHAPE_RAW) {
    /* {"data": …, "href": …} */
    const str all = str_of((const char *)lib()->sqlite3_column_text(st, 0));
    const size_t end = str_find(all, STR(",\"href\":"), 0);
    size_t last = end;
    for (size_t at = end; at != SIZE_MAX; at = str_find(all, STR(",\"href\":"), at + 1)) last = at;
    buf_str(out, last == SIZE_MAX ? STR("[]") : str_sub(all, 8, last - 8));
  } else {
    pdb_write_row(st, k->q.columns, k->q.ncolumns, out);
  }
}

static bool rows(struct asked *k, struct pdb_run *run, sqlite3_stmt *st)
{
  struct buf out = BUF_HEAP;
  const bool list = k->shape == SHAPE_ROWS || k->shape == SHAPE_BARE;
  uint64_t n = 0;
  int step;
  bool ok = true;
  if (list) buf_char(&out, '[');
  while (ok && (step = pdb_step(run, st)) == SQLITE_ROW) {
    write_shape(k, st, n++ == 0, &out);
    if (out.n >= PIECE) ok = put(k, &out);
    if (!list) break;
  }
  if (list) buf_char(&out, ']');
  ok = ok && k->q.status == 0 && (list || n > 0 || unknown(k)) && put(k, &out);
  buf_free(&out);
  return ok;
}

static bool one_number(struct asked *k, struct pdb_run *run, str sql, int64_t *out)
{
  sqlite3_stmt *st = pdb_start(run, sql);
  if (st == NULL) return false;
  const bool ok = pdb_step(run, st) == SQLITE_ROW;
  if (ok) *out = lib()->sqlite3_column_int64(st, 0);
  pdb_stop(run, st);
  if (!ok && k->q.status == 0) (void)pdb_fail_with(&k->q, 500, "The rows cannot be counted");
  return ok;
}

/* Whether the object in the path exists. */
static bool exists(struct asked *k, struct pdb_run *run)
{
  static const struct {
    const char *what, *sql;
  } checks[] = {{"node", "SELECT count(*) FROM node WHERE certname = ?"},
                {"catalog", "SELECT count(*) FROM node WHERE certname = ? AND catalog_at IS NOT NULL"},
                {"factset", "SELECT count(*) FROM node WHERE certname = ? AND facts_at IS NOT NULL"},
                {"environment", "SELECT count(*) FROM environment WHERE name = ?"},
                {"producer", "SELECT count(*) FROM producer WHERE name = ?"},
                {"report", "SELECT count(*) FROM report WHERE lower(hex(hash)) = ?"}};
  int64_t n = 1;
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    if (!str_eqz(k->what, checks[i].what)) continue;
    k->q.nbound = 0;
    pdb_bind_text(&k->q, k->name);
    if (!one_number(k, run, str_of(checks[i].sql), &n)) return false;
  }
  return n > 0 || unknown(k);
}

static bool print_ast(struct asked *k)
{
  struct buf out = BUF_IN(k->a);
  value_print_json(&out, k->query);
  return put(k, &out);
}

static bool summaries(struct asked *k, struct pdb_run *run);

static bool run_query(struct asked *k, struct pdb_run *run)
{
  struct buf sql = BUF_IN(k->a), count = BUF_IN(k->a);
  if (k->what.n > 0 && !exists(k, run)) return false;
  if (k->counts.aggregate) return summaries(k, run);
  if (k->include_total && (k->shape == SHAPE_ROWS || k->shape == SHAPE_BARE)) {
    if (!compile(k, true, &count) || !one_number(k, run, buf_view(&count), &k->out->total)) return false;
  }
  if (!compile(k, false, &sql)) return false;
  sqlite3_stmt *st = pdb_start(run, buf_view(&sql));
  if (st == NULL) return false;
  const bool ok = rows(k, run, st);
  pdb_stop(run, st);
  return ok;
}

/* summarize_by=certname,resource: one row for each. */
static bool summaries(struct asked *k, struct pdb_run *run)
{
  struct buf out = BUF_IN(k->a);
  str all = k->counts.summarize_by;
  bool first = true;
  if (!k->has_summary) return pdb_fail(&k->q, "Missing required query parameter 'summarize_by'");
  buf_char(&out, '[');
  while (all.n > 0) {
    struct buf sql = BUF_IN(k->a);
    size_t end = str_index(all, ',', 0);
    if (end == SIZE_MAX) end = all.n;
    k->counts.summarize_by = str_trim(str_sub(all, 0, end));
    all = str_from(all, end + 1);
    if (!compile(k, false, &sql)) return false;
    sqlite3_stmt *st = pdb_start(run, buf_view(&sql));
    if (st == NULL) return false;
    const bool ok = pdb_step(run, st) == SQLITE_ROW;
    if (ok && !first) buf_char(&out, ',');
    if (ok) pdb_write_row(st, k->q.columns, k->q.ncolumns, &out);
    pdb_stop(run, st);
    if (!ok) return false;
    first = false;
  }
  buf_char(&out, ']');
  return put(k, &out);
}

static bool answer(struct asked *k)
{
  struct pdb_run run = {.store = k->store, .q = &k->q};
  if (k->request->time_limit > 0) run.until = deadline_now_ms() + k->request->time_limit * 1000;
  if (!find_path(k) || !read_parameters(k)) return false;
  if (k->entity == NULL && !k->is_counts) {
    if (!root_query(k)) return false;
    if (k->ast_only) return print_ast(k);
  }
  return run_query(k, &run);
}

void pdb_answer(struct store *s, struct arena *a, const struct pdb_request *r, struct pdb_answer *out)
{
  struct asked k = {.store = s, .a = a, .request = r, .out = out, .query = VALUE_UNDEF};
  *out = (struct pdb_answer){.status = 200, .error = STR_EMPTY, .total = -1};
  k.q.arena = a;
  k.counts.filter = VALUE_UNDEF;
  if (answer(&k)) return;
  out->status = k.q.status != 0 ? k.q.status : 500;
  out->error = k.q.error.n > 0 ? k.q.error : STR("An unexpected error occurred while processing the request");
}

/* --- for puppetdb_query() in the language --- */

static bool keep(void *ctx, str piece)
{
  buf_str(ctx, piece);
  return true;
}

bool store_query(struct store *s, struct arena *a, value query, int64_t time_limit, value *result, str *error)
{
  struct buf out = BUF_IN(a), body = BUF_IN(a);
  struct pdb_answer done;
  buf_z(&body, "{\"query\":");
  buf_str(&body, pdb_json(a, query));
  buf_char(&body, '}');
  const struct pdb_request r = {
    .path = STR_EMPTY, .body = buf_view(&body), .time_limit = time_limit, .put = keep, .ctx = &out};
  pdb_answer(s, a, &r, &done);
  *error = done.error;
  return done.status == 200 && value_read_json(a, buf_view(&out), result, error);
}

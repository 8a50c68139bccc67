/* Searches exported resources: the database selects by type and node, and this file evaluates the query. */
#include "indirector/store/internal.h"
#include "base/array.h"

enum { MAX_DEPTH = 1000 };

struct candidate {
  str title;
  value tags; /* an array */
  const struct hash *parameters;
};

static bool has_tag(const struct candidate *r, str tag)
{
  for (uint32_t i = 0; r->tags.kind == V_ARRAY && i < r->tags.array->n; i++) {
    const value v = r->tags.array->items[i];
    if (v.kind == V_STRING && str_eq(value_text(v), tag)) return true;
  }
  return false;
}

static bool one_of_tags(const struct candidate *r, const struct query *q)
{
  for (uint32_t i = 0; i < q->ntags; i++) {
    if (has_tag(r, q->tags[i]->text)) return true;
  }
  return false;
}

static bool equals(const struct candidate *r, const struct query *q, bool member)
{
  value v = VALUE_UNDEF;
  if (str_eqz(sym_str(q->name), "title")) {
    v = value_str(r->title);
  } else {
    const value *found = hash_get_str(r->parameters, sym_str(q->name));
    if (found != NULL) v = *found;
    else if (str_eqz(sym_str(q->name), "name")) v = value_str(r->title);
  }
  if (!member || v.kind != V_ARRAY) return value_equal(v, q->value);
  for (uint32_t i = 0; i < v.array->n; i++) {
    if (value_equal(v.array->items[i], q->value)) return true;
  }
  return false;
}

static bool matches(const struct candidate *r, const struct query *q, int depth)
{
  if (q == NULL) return true;
  if (depth > MAX_DEPTH) return false;
  switch (q->op) {
  case QUERY_AND: return matches(r, q->left, depth + 1) && matches(r, q->right, depth + 1);
  case QUERY_OR: return matches(r, q->left, depth + 1) || matches(r, q->right, depth + 1);
  case QUERY_TAG: return one_of_tags(r, q);
  case QUERY_EQUAL: return equals(r, q, true);
  case QUERY_NOT_EQUAL: return !equals(r, q, false);
  case QUERY_NEVER: return false;
  case QUERY_ALWAYS: return true;
  }
  return false;
}

static bool read_row(struct store *s, struct arena *a, sqlite3_stmt *st, struct candidate *out, str *error)
{
  value parameters;
  str why;
  out->title = store_text(a, st, 1);
  if (value_read_json(a, store_text(a, st, 2), &out->tags, &why) &&
      value_read_json(a, store_text(a, st, 3), &parameters, &why) && parameters.kind == V_HASH) {
    out->parameters = parameters.hash;
    return true;
  }
  *error = arena_printf(a, "The store %s is damaged: an exported resource cannot be read", s->path);
  return false;
}

bool store_search(struct store *s, struct arena *a, str rtype, str except, const struct query *query,
                  struct exported_resource **out, uint32_t *n, str *error)
{
  sqlite3_stmt *st = NULL;
  uint32_t cap = 0;
  int step;
  bool ok = true;
  *n = 0;
  *out = NULL;
  if (!store_prepare(
        s,
        "SELECT n.certname, r.title, r.tags, r.parameters FROM resource r INDEXED BY resource_exported "
        "JOIN catalog_resource c ON c.resource = r.id JOIN node n ON n.id = c.node WHERE r.type = ?1 AND r.exported = "
        "1 "
        "AND n.certname <> ?2 AND n.deactivated IS NULL AND n.expired IS NULL ORDER BY n.certname, c.place",
        &st)) {
    return store_failed(s, a, error);
  }
  store_bind(st, 1, rtype);
  store_bind(st, 2, except);
  while (ok && (step = lib()->sqlite3_step(st)) == SQLITE_ROW) {
    struct candidate r;
    ok = read_row(s, a, st, &r, error);
    if (!ok || !matches(&r, query, 0)) continue;
    ARENA_ROOM(a, *out, *n, cap, 16);
    (*out)[(*n)++] = (struct exported_resource){store_text(a, st, 0), rtype, r.title, r.parameters};
  }
  if (ok && step != SQLITE_DONE) ok = store_failed(s, a, error);
  lib()->sqlite3_finalize(st);
  return ok;
}

bool store_find_facts(struct store *s, struct arena *a, str certname, bool *found, const struct hash **values,
                      str *timestamp, str *error)
{
  static const char sql[] = "SELECT m.name, v.json, n.facts_produced FROM node n JOIN fact f ON f.node = n.id JOIN "
                            "fact_value v ON v.id = f.value "
                            "JOIN fact_name m ON m.id = v.name WHERE n.certname = ?1 AND n.deactivated IS NULL AND "
                            "n.expired IS NULL ORDER BY m.name";
  struct hash *all = hash_new(a, 128);
  sqlite3_stmt *st = store_statement(s, sql);
  int step = SQLITE_ERROR;
  value v;
  str why;
  *found = false;
  if (st == NULL) return store_failed(s, a, error);
  store_bind(st, 1, certname);
  while ((step = lib()->sqlite3_step(st)) == SQLITE_ROW) {
    if (!value_read_json(a, store_text(a, st, 1), &v, &why)) {
      *error = arena_printf(a, "The store %s is damaged: a fact cannot be read", s->path);
      lib()->sqlite3_reset(st);
      return false;
    }
    char text[32];
    if (!*found) *timestamp = arena_str(a, str_n(text, store_time_format(lib()->sqlite3_column_int64(st, 2), text)));
    *found = true;
    hash_put_str(all, a, store_text(a, st, 0), v);
  }
  *values = all;
  const bool ok = lib()->sqlite3_reset(st) == SQLITE_OK && step == SQLITE_DONE;
  return ok || store_failed(s, a, error);
}

bool store_count(struct store *s, struct arena *a, enum store_number what, int64_t *out, str *error)
{
  static const char *const sql[] = {
    [STORE_ACTIVE_NODES] = "SELECT count(*) FROM node WHERE deactivated IS NULL AND expired IS NULL",
    [STORE_HIDDEN_NODES] = "SELECT count(*) FROM node WHERE deactivated IS NOT NULL OR expired IS NOT NULL",
    [STORE_RESOURCES] = "SELECT count(*) FROM catalog_resource"};
  bool found;
  return store_number(store_statement(s, sql[what]), &found, out) || store_failed(s, a, error);
}

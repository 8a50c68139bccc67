/* Catalogs: resources with the same contents are stored once. A catalog consists of rows of numbers; if it did not
 * change, only its node is updated. */
#include "base/array.h"
#include "base/map.h"
#include "indirector/store/internal.h"

struct catalog_import {
  struct import *im;
  const struct array *resources, *edges;
  unsigned char (*hashes)[20]; /* of the resources */
  struct strmap places;        /* "File\0/x" -> place + 1 */
  str edge_text;
};

static const char *const keys[] = {"version", "code_id", "catalog_uuid", "producer", "resources", "edges"};

static enum store_result check(struct import *im, struct catalog_import *c)
{
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (hash_get_str(im->payload, str_of(keys[i])) != NULL) continue;
    return import_invalid(im, "The catalog of %.*s lacks the key '%s'", STR_FMT(im->certname), keys[i]);
  }
  const value resources = hash_member(im->payload, "resources"), edges = hash_member(im->payload, "edges");
  if (resources.kind != V_ARRAY || edges.kind != V_ARRAY) {
    return import_invalid(im, "The keys 'resources' and 'edges' of the catalog of %.*s must be lists",
                          STR_FMT(im->certname));
  }
  c->resources = resources.array;
  c->edges = edges.array;
  return STORE_DONE;
}

static str place_key(struct arena *a, value rtype, value title)
{
  struct buf out = BUF_IN(a);
  buf_str(&out, value_text(rtype));
  buf_append(&out, "", 1);
  buf_str(&out, value_text(title));
  return buf_view(&out);
}

/* Lower case letters, digits and "_", after the first also ":", "." and "-"; accepts all non-ASCII characters. */
static bool is_tag(value v)
{
  if (v.kind != V_STRING || v.length == 0) return false;
  for (uint32_t i = 0; i < v.length; i++) {
    const unsigned char c = (unsigned char)v.text[i];
    const bool word = ascii_is_lower(c) || ascii_is_digit(c) || c == '_' || c >= 0x80;
    if (!word && (i == 0 || (c != ':' && c != '.' && c != '-'))) return false;
  }
  return true;
}

static enum store_result check_resource(struct catalog_import *c, uint32_t place)
{
  struct import *im = c->im;
  const value v = c->resources->items[place];
  const value rtype = v.kind == V_HASH ? hash_member(v.hash, "type") : VALUE_UNDEF;
  const value title = v.kind == V_HASH ? hash_member(v.hash, "title") : VALUE_UNDEF;
  const value tags = v.kind == V_HASH ? hash_member(v.hash, "tags") : VALUE_UNDEF;
  bool made;
  if (rtype.kind != V_STRING || title.kind != V_STRING || tags.kind != V_ARRAY) {
    return import_invalid(im, "A resource in the catalog of %.*s lacks type, title or tags", STR_FMT(im->certname));
  }
  for (uint32_t i = 0; i < tags.array->n; i++) {
    if (is_tag(tags.array->items[i])) continue;
    const str tag = value_text_or_empty(tags.array->items[i]);
    return import_invalid(im, "Resource '%.*s[%.*s]' has an invalid tag '%.*s'", STR_FMT(value_text(rtype)),
                          STR_FMT(value_text(title)), STR_FMT(tag));
  }
  void **slot = strmap_slot(&c->places, place_key(im->a, rtype, title), &made);
  *slot = (void *)(uintptr_t)(place + 1);
  if (made) return STORE_DONE;
  return import_invalid(im, "The catalog of %.*s has two resources %.*s[%.*s]", STR_FMT(im->certname),
                        STR_FMT(value_text(rtype)), STR_FMT(value_text(title)));
}

/* --- edges --- */

static bool end_place(const struct catalog_import *c, value end, uintptr_t *place)
{
  const value rtype = end.kind == V_HASH ? hash_member(end.hash, "type") : VALUE_UNDEF;
  const value title = end.kind == V_HASH ? hash_member(end.hash, "title") : VALUE_UNDEF;
  if (rtype.kind != V_STRING || title.kind != V_STRING) return false;
  *place = (uintptr_t)strmap_get(&c->places, place_key(c->im->a, rtype, title));
  return *place != 0;
}

static enum store_result write_edges(struct catalog_import *c)
{
  static const char *const relationships[] = {"contains", "before", "notifies", "required-by", "subscription-of"};
  struct buf out = BUF_IN(c->im->a);
  buf_char(&out, '[');
  for (uint32_t i = 0; i < c->edges->n; i++) {
    const value edge = c->edges->items[i];
    uintptr_t source, target;
    size_t r = 0;
    if (edge.kind != V_HASH)
      return import_invalid(c->im, "An edge in the catalog of %.*s is not a JSON object", STR_FMT(c->im->certname));
    const value name = hash_member(edge.hash, "relationship");
    if (!end_place(c, hash_member(edge.hash, "source"), &source) ||
        !end_place(c, hash_member(edge.hash, "target"), &target)) {
      struct buf text = BUF_IN(c->im->a);
      store_canonical(c->im->a, &text, edge);
      return import_invalid(c->im, "Edge '%.*s' refers to a resource which doesn't exist in the catalog.",
                            STR_FMT(buf_view(&text)));
    }
    while (r < 5 && (name.kind != V_STRING || !str_eqz(value_text(name), relationships[r]))) r++;
    if (r == 5)
      return import_invalid(c->im, "An edge in the catalog of %.*s has an invalid relationship",
                            STR_FMT(c->im->certname));
    if (i > 0) buf_char(&out, ',');
    buf_char(&out, '[');
    buf_int(&out, (int64_t)source - 1);
    buf_char(&out, ',');
    buf_int(&out, (int64_t)target - 1);
    buf_char(&out, ',');
    buf_int(&out, (int64_t)r);
    buf_char(&out, ']');
  }
  buf_char(&out, ']');
  c->edge_text = buf_view(&out);
  return STORE_DONE;
}

/* --- resources --- */

struct resource_row {
  str type, title, file, tags, parameters;
  int64_t line;
  bool exported;
};

/* Computes the hash over the JSON of the complete resource. */
static void resource_row(struct arena *a, const struct hash *h, struct buf *work, struct resource_row *row,
                         unsigned char hash[20])
{
  const value file = hash_member(h, "file"), line = hash_member(h, "line"), exported = hash_member(h, "exported"),
              parameters = hash_member(h, "parameters");
  row->type = value_text(hash_member(h, "type"));
  row->title = value_text(hash_member(h, "title"));
  row->file = value_text_or_empty(file);
  row->line = line.kind == V_INT ? line.integer : 0;
  row->exported = value_is_true(exported);
  buf_clear(work);
  store_canonical(a, work, hash_member(h, "tags"));
  const size_t tags = work->n;
  store_canonical(a, work, parameters.kind == V_HASH ? parameters : value_hash(&hash_empty));
  const size_t all = work->n;
  buf_printf(work, "%d %lld ", row->exported, (long long)row->line);
  buf_str(work, row->type);
  buf_append(work, "", 1);
  buf_str(work, row->title);
  buf_append(work, "", 1);
  buf_str(work, row->file);
  store_sha1(buf_view(work), hash);
  row->tags = str_n(work->p, tags);
  row->parameters = str_n(work->p + tags, all - tags);
}

static void hash_resources(struct catalog_import *c)
{
  struct buf work = BUF_HEAP;
  struct resource_row row;
  c->hashes = arena_array(c->im->a, c->resources->n + 1, sizeof *c->hashes);
  for (uint32_t i = 0; i < c->resources->n; i++) {
    resource_row(c->im->a, c->resources->items[i].hash, &work, &row, c->hashes[i]);
  }
  buf_free(&work);
}

static bool insert_resource(struct catalog_import *c, uint32_t place, int64_t *id)
{
  static const char sql[] = "INSERT INTO resource (hash, type, title, exported, file, line, tags, parameters) "
                            "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
  struct resource_row row;
  struct buf work = BUF_HEAP;
  sqlite3_stmt *st = store_statement(c->im->s, sql);
  if (st == NULL) return false;
  resource_row(c->im->a, c->resources->items[place].hash, &work, &row, c->hashes[place]);
  lib()->sqlite3_bind_blob64(st, 1, c->hashes[place], 20, SQLITE_STATIC);
  store_bind(st, 2, row.type);
  store_bind(st, 3, row.title);
  lib()->sqlite3_bind_int64(st, 4, row.exported);
  if (row.file.n > 0) store_bind(st, 5, row.file);
  if (row.line > 0) lib()->sqlite3_bind_int64(st, 6, row.line);
  store_bind(st, 7, row.tags);
  store_bind(st, 8, row.parameters);
  const bool ok = store_done(st);
  buf_free(&work);
  *id = lib()->sqlite3_last_insert_rowid(c->im->s->db);
  return ok;
}

static bool resource_id(struct catalog_import *c, uint32_t place, int64_t *id)
{
  static const char find[] = "SELECT id FROM resource WHERE hash = ?1";
  bool found;
  sqlite3_stmt *st = store_statement(c->im->s, find);
  if (st == NULL) return false;
  lib()->sqlite3_bind_blob64(st, 1, c->hashes[place], 20, SQLITE_STATIC);
  return store_number(st, &found, id) && (found || insert_resource(c, place, id));
}

/* The resources of the previous catalog, by place. */
static bool old_resources(struct store *s, struct arena *a, int64_t node, int64_t **ids, uint32_t *n)
{
  static const char sql[] = "SELECT resource FROM catalog_resource WHERE node = ?1 ORDER BY place";
  uint32_t cap = 0;
  int step;
  sqlite3_stmt *st = store_statement(s, sql);
  *n = 0;
  *ids = NULL;
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, node);
  while ((step = lib()->sqlite3_step(st)) == SQLITE_ROW) {
    ARENA_ROOM(a, *ids, *n, cap, 256);
    (*ids)[(*n)++] = lib()->sqlite3_column_int64(st, 0);
  }
  return lib()->sqlite3_reset(st) == SQLITE_OK && step == SQLITE_DONE;
}

static bool place_row(struct store *s, const char *sql, int64_t node, int64_t place, int64_t id)
{
  sqlite3_stmt *st = store_statement(s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, node);
  lib()->sqlite3_bind_int64(st, 2, place);
  if (id != 0) lib()->sqlite3_bind_int64(st, 3, id);
  return store_done(st);
}

static bool drop_unused(struct store *s, int64_t id)
{
  static const char sql[] =
    "DELETE FROM resource WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM catalog_resource WHERE resource = ?1)";
  return store_run_with(s, sql, id);
}

static bool put_resources(struct catalog_import *c)
{
  static const char put[] = "INSERT OR REPLACE INTO catalog_resource (node, place, resource) VALUES (?1, ?2, ?3)",
                    cut[] = "DELETE FROM catalog_resource WHERE node = ?1 AND place >= ?2";
  struct store *s = c->im->s;
  const int64_t node = c->im->node;
  int64_t *old, id;
  uint32_t n;
  if (!old_resources(s, c->im->a, node, &old, &n)) return false;
  for (uint32_t i = 0; i < c->resources->n; i++) {
    if (!resource_id(c, i, &id)) return false;
    if (i < n && old[i] == id) {
      old[i] = 0;
      continue;
    }
    if (!place_row(s, put, node, i, id)) return false;
  }
  if (n > c->resources->n && !place_row(s, cut, node, c->resources->n, 0)) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (old[i] != 0 && !drop_unused(s, old[i])) return false;
  }
  return true;
}

/* --- the list of edges --- */

static bool drop_edges(struct store *s, int64_t id)
{
  static const char sql[] = "DELETE FROM edge_list WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM node WHERE edges = ?1)";
  return store_run_with(s, sql, id);
}

static bool edge_list(struct catalog_import *c, int64_t *id)
{
  static const char find[] = "SELECT id FROM edge_list WHERE hash = ?1",
                    insert[] = "INSERT INTO edge_list (hash, edges) VALUES (?1, ?2)";
  unsigned char sum[20];
  bool found;
  store_sha1(c->edge_text, sum);
  sqlite3_stmt *st = store_statement(c->im->s, find);
  if (st == NULL) return false;
  lib()->sqlite3_bind_blob64(st, 1, sum, sizeof sum, SQLITE_STATIC);
  if (!store_number(st, &found, id)) return false;
  if (found) return true;
  if ((st = store_statement(c->im->s, insert)) == NULL) return false;
  lib()->sqlite3_bind_blob64(st, 1, sum, sizeof sum, SQLITE_STATIC);
  store_bind(st, 2, c->edge_text);
  if (!store_done(st)) return false;
  *id = lib()->sqlite3_last_insert_rowid(c->im->s->db);
  return true;
}

/* --- whole catalogs --- */

static void catalog_hash(struct catalog_import *c, unsigned char out[20])
{
  struct buf all = BUF_HEAP;
  buf_str(&all, c->im->certname);
  buf_append(&all, "", 1);
  buf_append(&all, (const char *)c->hashes, (size_t)c->resources->n * 20);
  buf_str(&all, c->edge_text);
  store_sha1(buf_view(&all), out);
  buf_free(&all);
}

static bool put_node(struct catalog_import *c, const unsigned char hash[20], int64_t edges)
{
  static const char sql[] = "UPDATE node SET catalog_at = ?2, catalog_produced = ?3, catalog_environment = ?4, "
                            "catalog_producer = ?5, catalog_hash = ?6,"
                            " catalog_version = ?7, catalog_transaction = ?8, catalog_uuid = ?9, catalog_code = ?10, "
                            "catalog_job = ?11, edges = ?12"
                            " WHERE id = ?1";
  static const char *const texts[] = {"version", "transaction_uuid", "catalog_uuid", "code_id", "job_id"};
  struct import *im = c->im;
  int64_t environment, producer;
  if (!import_environment(im, hash_member(im->payload, "environment"), &environment) ||
      !import_producer(im, hash_member(im->payload, "producer"), &producer)) {
    return false;
  }
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, im->node);
  lib()->sqlite3_bind_int64(st, 2, im->now);
  lib()->sqlite3_bind_int64(st, 3, im->produced);
  if (environment != 0) lib()->sqlite3_bind_int64(st, 4, environment);
  if (producer != 0) lib()->sqlite3_bind_int64(st, 5, producer);
  lib()->sqlite3_bind_blob64(st, 6, hash, 20, SQLITE_STATIC);
  for (int i = 0; i < 5; i++) store_bind_value(st, 7 + i, hash_member(im->payload, texts[i]));
  lib()->sqlite3_bind_int64(st, 12, edges);
  return store_done(st);
}

/* Reads the present catalog: when it was produced, whether it is the same, its edges. */
static bool read_node(struct import *im, const unsigned char hash[20], int64_t *produced, bool *same, int64_t *edges)
{
  static const char sql[] = "SELECT catalog_produced, catalog_hash IS ?2, edges FROM node WHERE id = ?1";
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, im->node);
  lib()->sqlite3_bind_blob64(st, 2, hash, 20, SQLITE_STATIC);
  const bool ok = lib()->sqlite3_step(st) == SQLITE_ROW;
  *produced = lib()->sqlite3_column_type(st, 0) == SQLITE_NULL ? INT64_MIN : lib()->sqlite3_column_int64(st, 0);
  *same = lib()->sqlite3_column_int(st, 1) != 0;
  *edges = lib()->sqlite3_column_int64(st, 2);
  return lib()->sqlite3_reset(st) == SQLITE_OK && ok;
}

enum store_result import_catalog(struct import *im, int version)
{
  struct catalog_import c = {.im = im};
  unsigned char hash[20];
  int64_t produced, old_edges, edges;
  bool same;
  (void)version; /* in older versions some keys may be null */
  enum store_result result = check(im, &c);
  strmap_init(&c.places, im->a);
  for (uint32_t i = 0; result == STORE_DONE && i < c.resources->n; i++) result = check_resource(&c, i);
  if (result == STORE_DONE) result = write_edges(&c);
  if (result != STORE_DONE) return result;
  hash_resources(&c);
  catalog_hash(&c, hash);
  if (!read_node(im, hash, &produced, &same, &old_edges)) return STORE_FAILED;
  if (produced > im->produced) return STORE_STALE;
  edges = old_edges;
  if (!same && (!put_resources(&c) || !edge_list(&c, &edges))) return STORE_FAILED;
  if (!put_node(&c, hash, edges)) return STORE_FAILED;
  return edges == old_edges || old_edges == 0 || drop_edges(im->s, old_edges) ? STORE_DONE : STORE_FAILED;
}

bool import_drop_catalog(struct store *s, int64_t node)
{
  static const char cut[] = "DELETE FROM catalog_resource WHERE node = ?1 AND place >= ?2",
                    find[] = "SELECT edges FROM node WHERE id = ?1 AND edges IS NOT NULL",
                    clear[] = "UPDATE node SET edges = ?2 WHERE id = ?1";
  struct arena *a = arena_new();
  int64_t *old, edges = 0;
  uint32_t n;
  bool found = false;
  bool ok = old_resources(s, a, node, &old, &n) && place_row(s, cut, node, 0, 0);
  for (uint32_t i = 0; ok && i < n; i++) ok = drop_unused(s, old[i]);
  arena_free(a);
  sqlite3_stmt *st = ok ? store_statement(s, find) : NULL;
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, node);
  ok = store_number(st, &found, &edges);
  if (!ok || !found) return ok;
  if ((st = store_statement(s, clear)) == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, node);
  return store_done(st) && drop_edges(s, edges);
}

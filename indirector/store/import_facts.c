/* Facts: a value of many nodes is stored once; a run changes only the rows of changed facts. */
#include "base/array.h"
#include "base/map.h"
#include "indirector/store/internal.h"

struct old_fact {
  int64_t value, name;
  str json;
  bool kept, replaced;
};

struct old_facts {
  struct old_fact *items;
  uint32_t n;
  struct strmap by_name;
};

static bool read_old(struct import *im, struct old_facts *old)
{
  static const char sql[] = "SELECT v.id, v.name, v.json, m.name FROM fact f JOIN fact_value v ON v.id = f.value "
                            "JOIN fact_name m ON m.id = v.name WHERE f.node = ?1";
  uint32_t cap = 0;
  int step;
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  strmap_init(&old->by_name, im->a);
  lib()->sqlite3_bind_int64(st, 1, im->node);
  while ((step = lib()->sqlite3_step(st)) == SQLITE_ROW) {
    ARENA_ROOM(im->a, old->items, old->n, cap, 256);
    old->items[old->n] = (struct old_fact){lib()->sqlite3_column_int64(st, 0), lib()->sqlite3_column_int64(st, 1),
                                           store_text(im->a, st, 2), false, false};
    strmap_put(&old->by_name, store_text(im->a, st, 3), (void *)(uintptr_t)++old->n);
  }
  return lib()->sqlite3_reset(st) == SQLITE_OK && step == SQLITE_DONE;
}

static bool value_id(struct import *im, int64_t name, value v, str json, int64_t *id)
{
  static const char find[] = "SELECT id FROM fact_value WHERE name = ?1 AND hash = ?2 AND json = ?3",
                    insert[] = "INSERT INTO fact_value (name, hash, json, number) VALUES (?1, ?2, ?3, ?4)";
  bool found;
  const int64_t hash = store_hash64(json);
  for (int round = 0; round < 2; round++) {
    sqlite3_stmt *st = store_statement(im->s, round == 0 ? find : insert);
    if (st == NULL) return false;
    lib()->sqlite3_bind_int64(st, 1, name);
    lib()->sqlite3_bind_int64(st, 2, hash);
    store_bind(st, 3, json);
    if (round == 0) {
      if (!store_number(st, &found, id)) return false;
      if (found) return true;
      continue;
    }
    if (v.kind == V_INT) lib()->sqlite3_bind_double(st, 4, (double)v.integer);
    if (v.kind == V_FLOAT) lib()->sqlite3_bind_double(st, 4, v.number);
    if (!store_done(st)) return false;
  }
  *id = lib()->sqlite3_last_insert_rowid(im->s->db);
  return true;
}

static bool row(struct import *im, const char *sql, int64_t one, int64_t two, int64_t three)
{
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, one);
  if (two != 0) lib()->sqlite3_bind_int64(st, 2, two);
  if (three != 0) lib()->sqlite3_bind_int64(st, 3, three);
  return store_done(st);
}

static const char unlink_fact[] = "DELETE FROM fact WHERE node = ?1 AND name = ?2",
                  drop_unused[] =
                    "DELETE FROM fact_value WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM fact WHERE value = ?1)";

static bool put_fact(struct import *im, const struct old_facts *old, str name, value v, struct buf *all)
{
  static const char find[] = "SELECT id FROM fact_name WHERE name = ?1",
                    insert[] = "INSERT INTO fact_name (name) VALUES (?1)",
                    link_fact[] = "INSERT OR REPLACE INTO fact (node, name, value) VALUES (?1, ?2, ?3)";
  const size_t at = all->n;
  store_canonical(im->a, all, v);
  const str json = arena_str(im->a, str_from(buf_view(all), at));
  const uintptr_t place = (uintptr_t)strmap_get(&old->by_name, name);
  struct old_fact *was = place > 0 ? &old->items[place - 1] : NULL;
  int64_t name_id = was != NULL ? was->name : 0, id;
  if (was != NULL && str_eq(was->json, json)) return was->kept = true;
  if (was != NULL) was->replaced = true;
  return (name_id != 0 || import_name(im, find, insert, value_str(name), &name_id)) &&
         value_id(im, name_id, v, json, &id) && row(im, link_fact, im->node, name_id, id);
}

static bool drop_old(struct import *im, const struct old_facts *old)
{
  for (uint32_t i = 0; i < old->n; i++) {
    if (old->items[i].kept) continue;
    if (!old->items[i].replaced && !row(im, unlink_fact, im->node, old->items[i].name, 0)) return false;
    if (!row(im, drop_unused, old->items[i].value, 0, 0)) return false;
  }
  return true;
}

/* [["name", "version", "provider"], …] */
static bool put_packages(struct import *im, value list)
{
  static const char clear[] = "DELETE FROM package WHERE node = ?1",
                    insert[] = "INSERT OR IGNORE INTO package (node, name, version, provider) VALUES (?1, ?2, ?3, ?4)";
  if (!row(im, clear, im->node, 0, 0)) return false;
  for (uint32_t i = 0; list.kind == V_ARRAY && i < list.array->n; i++) {
    const value one = list.array->items[i];
    if (one.kind != V_ARRAY || one.array->n != 3) continue;
    sqlite3_stmt *st = store_statement(im->s, insert);
    if (st == NULL) return false;
    lib()->sqlite3_bind_int64(st, 1, im->node);
    for (int k = 0; k < 3; k++) store_bind_value(st, 2 + k, one.array->items[k]);
    if (!store_done(st)) return false;
  }
  return true;
}

static bool put_set(struct import *im, str all)
{
  static const char sql[] =
    "UPDATE node SET facts_at = ?2, facts_produced = ?3, facts_environment = ?4, facts_producer = ?5,"
    " facts_hash = ?6 WHERE id = ?1";
  int64_t environment, producer;
  unsigned char sum[20];
  if (!import_environment(im, hash_member(im->payload, "environment"), &environment) ||
      !import_producer(im, hash_member(im->payload, "producer"), &producer)) {
    return false;
  }
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  store_sha1(all, sum);
  lib()->sqlite3_bind_int64(st, 1, im->node);
  lib()->sqlite3_bind_int64(st, 2, im->now);
  lib()->sqlite3_bind_int64(st, 3, im->produced);
  if (environment != 0) lib()->sqlite3_bind_int64(st, 4, environment);
  if (producer != 0) lib()->sqlite3_bind_int64(st, 5, producer);
  lib()->sqlite3_bind_blob64(st, 6, sum, sizeof sum, SQLITE_STATIC);
  return store_done(st);
}

static enum store_result check(struct import *im, int version)
{
  static const char *const known[] = {"certname",           "environment", "values",
                                      "producer_timestamp", "producer",    "package_inventory"};
  for (uint32_t i = 0; i < im->payload->n; i++) {
    bool ok = false;
    const str key = value_text(im->payload->entries[i].key);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) ok = ok || str_eqz(key, known[k]);
    if (!ok)
      return import_invalid(im, "The facts of %.*s have the unknown key '%.*s'", STR_FMT(im->certname), STR_FMT(key));
  }
  for (size_t k = 0; k < (version >= 5 ? 5 : 4); k++) {
    if (hash_get_str(im->payload, str_of(known[k])) != NULL) continue;
    return import_invalid(im, "The facts of %.*s lack the key '%s'", STR_FMT(im->certname), known[k]);
  }
  if (hash_member(im->payload, "values").kind == V_HASH) return STORE_DONE;
  return import_invalid(im, "The key 'values' of the facts of %.*s must be a JSON object", STR_FMT(im->certname));
}

enum store_result import_facts(struct import *im, int version)
{
  struct old_facts old = {0};
  struct buf all = BUF_IN(im->a);
  bool stale;
  const enum store_result checked = check(im, version);
  if (checked != STORE_DONE) return checked;
  if (!import_is_stale(im, "SELECT 1 FROM node WHERE id = ?1 AND facts_produced > ?2", &stale)) return STORE_FAILED;
  if (stale) return STORE_STALE;
  if (!read_old(im, &old)) return STORE_FAILED;
  const struct hash *values = hash_member(im->payload, "values").hash;
  for (uint32_t i = 0; i < values->n; i++) {
    if (!put_fact(im, &old, value_text(values->entries[i].key), values->entries[i].value, &all)) return STORE_FAILED;
  }
  const bool packages = hash_get_str(im->payload, STR("package_inventory")) != NULL;
  return drop_old(im, &old) && (!packages || put_packages(im, hash_member(im->payload, "package_inventory"))) &&
             put_set(im, buf_view(&all))
           ? STORE_DONE
           : STORE_FAILED;
}

bool import_drop_facts(struct store *s, int64_t node)
{
  static const char packages[] = "DELETE FROM package WHERE node = ?1";
  struct arena *a = arena_new();
  struct import im = {.s = s, .a = a, .node = node};
  struct old_facts old = {0};
  const bool ok = read_old(&im, &old) && drop_old(&im, &old) && row(&im, packages, node, 0, 0);
  arena_free(a);
  return ok;
}

/* Converts a store of version 1: turns its catalogs and facts into commands. */
#include "indirector/store/internal.h"

static bool convert_one(struct import *im, struct wire_sender *sender, str json, bool catalog)
{
  struct wire_command c;
  value v;
  str why;
  if (json.n == 0) return true;
  /* Skips unreadable data: the node's next run sends it again. */
  if (!value_read_json(im->a, json, &v, &why) || v.kind != V_HASH) return true;
  if (!(catalog ? wire_catalog(sender, v, VALUE_UNDEF, &c, &why) : wire_facts(sender, v, &c, &why))) return true;
  if (c.payload.kind != V_HASH) return true;
  im->payload = c.payload.hash;
  im->produced = (int64_t)sender->now.tv_sec * 1000;
  const enum store_result r = catalog ? import_catalog(im, wire_version(WIRE_REPLACE_CATALOG))
                                      : import_facts(im, wire_version(WIRE_REPLACE_FACTS));
  if (r == STORE_INVALID) *im->error = STR_EMPTY;
  return r != STORE_FAILED;
}

struct old_node {
  str certname, environment, catalog, facts;
  int64_t deactivated, catalog_at, facts_at;
  bool hidden;
};

static bool put_node(struct import *im, const struct old_node *old)
{
  static const char sql[] = "INSERT INTO node (certname, deactivated, seen) VALUES (?1, ?2, ?3)";
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  store_bind(st, 1, old->certname);
  if (old->hidden) lib()->sqlite3_bind_int64(st, 2, old->deactivated * 1000);
  lib()->sqlite3_bind_int64(st, 3, 1000 * (old->catalog_at > old->facts_at ? old->catalog_at : old->facts_at));
  if (!store_done(st)) return false;
  im->node = lib()->sqlite3_last_insert_rowid(im->s->db);
  return true;
}

static bool convert_node(struct store *s, const struct old_node *old, struct arena *a, str *error)
{
  struct import im = {.s = s, .a = a, .certname = old->certname, .now = store_now(), .error = error};
  struct wire_sender sender = {.arena = a,
                               .environment = old->environment.n > 0 ? old->environment : STR("production")};
  if (!put_node(&im, old)) return false;
  im.now = old->facts_at * 1000;
  sender.now.tv_sec = old->facts_at;
  if (!convert_one(&im, &sender, old->facts, false)) return false;
  im.now = old->catalog_at * 1000;
  sender.now.tv_sec = old->catalog_at;
  return convert_one(&im, &sender, old->catalog, true);
}

bool store_convert_1(struct store *s, struct arena *a, str *error)
{
  sqlite3_stmt *st = NULL;
  int step = SQLITE_ERROR;
  bool ok = store_prepare(
    s, "SELECT certname, environment, catalog, facts, deactivated, catalog_at, facts_at FROM old_node", &st);
  (void)a;
  while (ok && (step = lib()->sqlite3_step(st)) == SQLITE_ROW) {
    struct arena *one = arena_new();
    const struct old_node old = {store_text(one, st, 0),
                                 store_text(one, st, 1),
                                 store_text(one, st, 2),
                                 store_text(one, st, 3),
                                 lib()->sqlite3_column_int64(st, 4),
                                 lib()->sqlite3_column_int64(st, 5),
                                 lib()->sqlite3_column_int64(st, 6),
                                 lib()->sqlite3_column_type(st, 4) != SQLITE_NULL};
    ok = convert_node(s, &old, one, error);
    arena_free(one);
  }
  lib()->sqlite3_finalize(st);
  return ok && step == SQLITE_DONE;
}

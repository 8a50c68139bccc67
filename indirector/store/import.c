/* Checks commands and executes each in one transaction. */
#include <stdarg.h>

#include "indirector/store/internal.h"

enum store_result import_invalid(struct import *im, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  *im->error = buf_vformat(im->a, fmt, ap);
  va_end(ap);
  return STORE_INVALID;
}

bool import_is_stale(struct import *im, const char *sql, bool *stale)
{
  int64_t one;
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, im->node);
  lib()->sqlite3_bind_int64(st, 2, im->produced);
  return store_number(st, stale, &one);
}

bool import_name(struct import *im, const char *find, const char *insert, value name, int64_t *id)
{
  bool found;
  *id = 0;
  if (name.kind != V_STRING) return true;
  sqlite3_stmt *st = store_statement(im->s, find);
  if (st == NULL) return false;
  store_bind(st, 1, value_text(name));
  if (!store_number(st, &found, id)) return false;
  if (found) return true;
  if ((st = store_statement(im->s, insert)) == NULL) return false;
  store_bind(st, 1, value_text(name));
  if (!store_done(st)) return false;
  *id = lib()->sqlite3_last_insert_rowid(im->s->db);
  return true;
}

bool import_environment(struct import *im, value name, int64_t *id)
{
  static const char find[] = "SELECT id FROM environment WHERE name = ?1",
                    insert[] = "INSERT INTO environment (name) VALUES (?1)";
  return import_name(im, find, insert, name, id);
}

bool import_producer(struct import *im, value name, int64_t *id)
{
  static const char find[] = "SELECT id FROM producer WHERE name = ?1",
                    insert[] = "INSERT INTO producer (name) VALUES (?1)";
  return import_name(im, find, insert, name, id);
}

static bool find_node(struct import *im)
{
  static const char find[] = "SELECT id FROM node WHERE certname = ?1",
                    insert[] = "INSERT INTO node (certname) VALUES (?1)";
  return import_name(im, find, insert, value_str(im->certname), &im->node);
}

/* Reactivates the node if the data is newer than its deactivation. */
static bool touch_node(struct import *im)
{
  static const char sql[] =
    "UPDATE node SET seen = max(coalesce(seen, 0), ?2), expired = CASE WHEN ?2 > expired THEN NULL ELSE expired END,"
    " deactivated = CASE WHEN ?2 > deactivated THEN NULL ELSE deactivated END WHERE id = ?1";
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, im->node);
  lib()->sqlite3_bind_int64(st, 2, im->produced);
  return store_done(st);
}

static enum store_result deactivate(struct import *im)
{
  static const char sql[] = "UPDATE node SET deactivated = ?2 WHERE id = ?1 AND coalesce(seen, 0) <= ?2 AND "
                            "(deactivated IS NULL OR deactivated < ?2)";
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return STORE_FAILED;
  lib()->sqlite3_bind_int64(st, 1, im->node);
  lib()->sqlite3_bind_int64(st, 2, im->produced);
  return store_done(st) ? STORE_DONE : STORE_FAILED;
}

static enum store_result import(struct import *im, enum wire_kind kind, int version)
{
  enum store_result result = STORE_FAILED;
  if (!find_node(im)) return STORE_FAILED;
  switch (kind) {
  case WIRE_REPLACE_FACTS: result = import_facts(im, version); break;
  case WIRE_REPLACE_CATALOG: result = import_catalog(im, version); break;
  case WIRE_STORE_REPORT: result = import_report(im, version); break;
  case WIRE_DEACTIVATE_NODE: return deactivate(im);
  case WIRE_REPLACE_INPUTS: result = import_inputs(im); break;
  case WIRE_KIND_COUNT: break;
  }
  return result != STORE_DONE || touch_node(im) ? result : STORE_FAILED;
}

/* --- checks before the transaction --- */

int store_oldest_version(enum wire_kind kind)
{
  static const int oldest[WIRE_KIND_COUNT] = {[WIRE_REPLACE_FACTS] = 4,
                                              [WIRE_REPLACE_CATALOG] = 6,
                                              [WIRE_STORE_REPORT] = 5,
                                              [WIRE_DEACTIVATE_NODE] = 3,
                                              [WIRE_REPLACE_INPUTS] = 1};
  return oldest[kind];
}

static enum store_result begin(struct import *im, value payload, enum wire_kind kind)
{
  if (payload.kind != V_HASH) return import_invalid(im, "The payload of '%s' must be a JSON object", wire_name(kind));
  im->payload = payload.hash;
  const value certname = hash_member(im->payload, "certname"),
              produced = hash_member(im->payload, "producer_timestamp");
  if (certname.kind != V_STRING || certname.length == 0) {
    return import_invalid(im, "The payload of '%s' needs the string 'certname'", wire_name(kind));
  }
  im->certname = value_text(certname);
  im->produced = im->now = store_now();
  const bool optional = kind == WIRE_DEACTIVATE_NODE || kind == WIRE_REPLACE_INPUTS;
  if (optional && produced.kind == V_UNDEF) return STORE_DONE;
  if (produced.kind != V_STRING || !store_time_parse(value_text(produced), &im->produced)) {
    return import_invalid(im, "The payload of '%s' for %.*s needs the time 'producer_timestamp'", wire_name(kind),
                          STR_FMT(im->certname));
  }
  return STORE_DONE;
}

enum store_result store_command(struct store *s, struct arena *a, enum wire_kind kind, int version, value payload,
                                str *error)
{
  struct import im = {.s = s, .a = a, .error = error};
  *error = STR_EMPTY;
  if (version < store_oldest_version(kind) || version > wire_version(kind)) {
    return import_invalid(&im, "Unsupported command %s version %d", wire_name(kind), version);
  }
  enum store_result result = begin(&im, payload, kind);
  if (result != STORE_DONE) return result;
  if (!store_run(s, "BEGIN IMMEDIATE")) {
    store_failed(s, a, error);
    return STORE_FAILED;
  }
  result = import(&im, kind, version);
  if (result == STORE_DONE) return store_end(s, a, true, error) ? STORE_DONE : STORE_FAILED;
  store_end(s, a, false, error);
  if (result != STORE_FAILED && result != STORE_INVALID) *error = STR_EMPTY;
  return result;
}

bool store_deactivate(struct store *s, struct arena *a, str certname, bool *found, str *error)
{
  static const char sql[] = "UPDATE node SET deactivated = ?2 WHERE certname = ?1 AND deactivated IS NULL";
  *error = STR_EMPTY;
  sqlite3_stmt *st = store_statement(s, sql);
  if (st == NULL) return store_failed(s, a, error);
  store_bind(st, 1, certname);
  lib()->sqlite3_bind_int64(st, 2, store_now());
  const bool ok = store_done(st);
  *found = ok && lib()->sqlite3_changes(s->db) > 0;
  return ok || store_failed(s, a, error);
}

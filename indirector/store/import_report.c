/* Reports: the run as a row, its events as rows, its messages and metrics as JSON. */
#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/store/internal.h"

static const struct report_key {
  const char *name;
  char kind; /* s text, i integer, b truth value, t time, l list; upper case: may be null */
  bool optional;
} report_keys[] = {{"certname", 's', false},
                   {"puppet_version", 's', false},
                   {"report_format", 'i', false},
                   {"configuration_version", 's', false},
                   {"producer_timestamp", 't', false},
                   {"start_time", 't', false},
                   {"end_time", 't', false},
                   {"environment", 's', false},
                   {"transaction_uuid", 'S', false},
                   {"catalog_uuid", 'S', false},
                   {"code_id", 'S', false},
                   {"job_id", 'S', true},
                   {"cached_catalog_status", 'S', false},
                   {"status", 'S', false},
                   {"noop", 'B', false},
                   {"noop_pending", 'B', false},
                   {"corrective_change", 'B', false},
                   {"producer", 'S', false},
                   {"type", 's', true},
                   {"logs", 'L', false},
                   {"metrics", 'L', false},
                   {"resources", 'L', false}},
  resource_keys[] = {{"skipped", 'b', false},
                     {"timestamp", 't', false},
                     {"resource_type", 's', false},
                     {"resource_title", 's', false},
                     {"file", 'S', false},
                     {"line", 'I', false},
                     {"containment_path", 'L', false},
                     {"corrective_change", 'B', false},
                     {"events", 'l', false}},
  event_keys[] = {{"status", 's', false},
                  {"timestamp", 't', false},
                  {"name", 'S', true},
                  {"property", 'S', false},
                  {"new_value", 'A', false},
                  {"old_value", 'A', false},
                  {"corrective_change", 'B', false},
                  {"message", 'S', false}};

static bool fits(const struct report_key *key, value v)
{
  int64_t ms;
  if (v.kind == V_UNDEF) return ascii_is_upper(key->kind);
  switch (ascii_lower(key->kind)) {
  case 's': return v.kind == V_STRING;
  case 'i': return v.kind == V_INT;
  case 'b': return v.kind == V_BOOL;
  case 't': return v.kind == V_STRING && store_time_parse(value_text(v), &ms);
  case 'l': return v.kind == V_ARRAY;
  default: return true;
  }
}

static enum store_result check(struct import *im, const struct hash *h, const struct report_key *list, size_t n,
                               const char *what)
{
  size_t seen = 0;
  for (size_t i = 0; i < n; i++) {
    const value *v = hash_get_str(h, str_of(list[i].name));
    seen += v != NULL;
    if (v == NULL && list[i].optional) continue;
    if (v == NULL)
      return import_invalid(im, "%s of the report of %.*s lacks the key '%s'", what, STR_FMT(im->certname),
                            list[i].name);
    if (fits(&list[i], *v)) continue;
    return import_invalid(im, "The key '%s' of %s of the report of %.*s has a value of the wrong kind", list[i].name,
                          what, STR_FMT(im->certname));
  }
  if (seen == h->n) return STORE_DONE;
  return import_invalid(im, "%s of the report of %.*s has an unknown key", what, STR_FMT(im->certname));
}

#define CHECK(im, h, list, what) check(im, h, list, sizeof list / sizeof *list, what)

static enum store_result check_report(struct import *im)
{
  enum store_result result = CHECK(im, im->payload, report_keys, "The whole");
  const value resources = hash_member(im->payload, "resources");
  for (uint32_t i = 0; result == STORE_DONE && resources.kind == V_ARRAY && i < resources.array->n; i++) {
    const value r = resources.array->items[i];
    if (r.kind != V_HASH)
      return import_invalid(im, "A resource of the report of %.*s is not a JSON object", STR_FMT(im->certname));
    result = CHECK(im, r.hash, resource_keys, "A resource");
    const value events = hash_member(r.hash, "events");
    for (uint32_t k = 0; result == STORE_DONE && k < events.array->n; k++) {
      const value e = events.array->items[k];
      if (e.kind != V_HASH)
        return import_invalid(im, "An event of the report of %.*s is not a JSON object", STR_FMT(im->certname));
      result = CHECK(im, e.hash, event_keys, "An event");
    }
  }
  return result;
}

/* --- events --- */

static str json_of(struct arena *a, value v)
{
  struct buf out = BUF_IN(a);
  value_print_json(&out, v);
  return buf_view(&out);
}

/* The innermost class: "Web" of ["Stage[main]","Web","File[conf]"]. */
static value containing_class(value path)
{
  for (uint32_t i = path.kind == V_ARRAY ? path.array->n : 0; i-- > 0;) {
    const value v = path.array->items[i];
    if (v.kind == V_STRING && str_index(value_text(v), '[', 0) == SIZE_MAX) return v;
  }
  return VALUE_UNDEF;
}

static bool insert_event(struct import *im, int64_t report, int64_t place, const struct hash *r, const struct hash *e)
{
  static const char sql[] =
    "INSERT INTO event (report, place, status, at, type, title, property, name, old_value, new_value, message, file,"
    " line, path, class, corrective) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
  static const struct hash none;
  static const char *const texts[] = {"property", "name", "old_value", "new_value", "message"};
  const value path = hash_member(r, "containment_path"), at = hash_member(e != NULL ? e : r, "timestamp");
  int64_t ms = 0;
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  store_time_parse(value_text(at), &ms);
  lib()->sqlite3_bind_int64(st, 1, report);
  lib()->sqlite3_bind_int64(st, 2, place);
  store_bind(st, 3, e != NULL ? value_text(hash_member(e, "status")) : STR("skipped"));
  lib()->sqlite3_bind_int64(st, 4, ms);
  store_bind_value(st, 5, hash_member(r, "resource_type"));
  store_bind_value(st, 6, hash_member(r, "resource_title"));
  for (int i = 0; i < 5; i++) {
    const value v = hash_member(e != NULL ? e : &none, texts[i]);
    if (i == 2 || i == 3) {
      if (v.kind != V_UNDEF) store_bind(st, 7 + i, json_of(im->a, v));
    } else {
      store_bind_value(st, 7 + i, v);
    }
  }
  store_bind_value(st, 12, hash_member(r, "file"));
  store_bind_value(st, 13, hash_member(r, "line"));
  if (path.kind == V_ARRAY) store_bind(st, 14, json_of(im->a, path));
  store_bind_value(st, 15, containing_class(path));
  store_bind_value(st, 16, hash_member(e != NULL ? e : r, "corrective_change"));
  return store_done(st);
}

static bool insert_events(struct import *im, int64_t report)
{
  const value resources = hash_member(im->payload, "resources");
  int64_t place = 0;
  for (uint32_t i = 0; resources.kind == V_ARRAY && i < resources.array->n; i++) {
    const struct hash *r = resources.array->items[i].hash;
    const struct array *events = hash_member(r, "events").array;
    for (uint32_t k = 0; k < events->n; k++) {
      if (!insert_event(im, report, place++, r, events->items[k].hash)) return false;
    }
    if (events->n == 0 && value_is_true(hash_member(r, "skipped")) && !insert_event(im, report, place++, r, NULL))
      return false;
  }
  return true;
}

/* --- the report --- */

static bool bind_ids(struct import *im, sqlite3_stmt *st, int64_t environment, int64_t producer)
{
  lib()->sqlite3_bind_int64(st, 2, im->node);
  lib()->sqlite3_bind_int64(st, 11, im->now);
  if (environment != 0) lib()->sqlite3_bind_int64(st, 12, environment);
  if (producer != 0) lib()->sqlite3_bind_int64(st, 13, producer);
  return true;
}

static void bind_times(struct import *im, sqlite3_stmt *st)
{
  static const char *const times[] = {"start_time", "end_time", "producer_timestamp"};
  for (int i = 0; i < 3; i++) {
    int64_t ms = 0;
    store_time_parse(value_text(hash_member(im->payload, times[i])), &ms);
    lib()->sqlite3_bind_int64(st, 8 + i, ms);
  }
}

static bool insert_report(struct import *im, const unsigned char hash[20], int64_t *id)
{
  static const char sql[] = "INSERT INTO report (hash, node, type, status, noop, noop_pending, corrective, start_time, "
                            "end_time, produced, received,"
                            " environment, producer, format, puppet_version, configuration_version, transaction_uuid, "
                            "catalog_uuid, code_id, job_id,"
                            " cached_catalog_status, metrics, logs) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
                            "?11, ?12, ?13, ?14, ?15, ?16, ?17,"
                            " ?18, ?19, ?20, ?21, ?22, ?23)";
  static const char *const plain[] = {"status", "noop", "noop_pending", "corrective_change"},
                           *const texts[] = {"report_format",    "puppet_version",       "configuration_version",
                                             "transaction_uuid", "catalog_uuid",         "code_id",
                                             "job_id",           "cached_catalog_status"};
  const value kind = hash_member(im->payload, "type");
  int64_t environment, producer;
  if (!import_environment(im, hash_member(im->payload, "environment"), &environment) ||
      !import_producer(im, hash_member(im->payload, "producer"), &producer)) {
    return false;
  }
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_blob64(st, 1, hash, 20, SQLITE_STATIC);
  bind_ids(im, st, environment, producer);
  store_bind(st, 3, kind.kind == V_STRING ? value_text(kind) : STR("agent"));
  for (int i = 0; i < 4; i++) store_bind_value(st, 4 + i, hash_member(im->payload, plain[i]));
  bind_times(im, st);
  for (int i = 0; i < 8; i++) store_bind_value(st, 14 + i, hash_member(im->payload, texts[i]));
  const value metrics = hash_member(im->payload, "metrics"), logs = hash_member(im->payload, "logs");
  if (metrics.kind == V_ARRAY) store_bind(st, 22, json_of(im->a, metrics));
  if (logs.kind == V_ARRAY) store_bind(st, 23, json_of(im->a, logs));
  if (!store_done(st)) return false;
  *id = lib()->sqlite3_last_insert_rowid(im->s->db);
  return true;
}

/* Makes it the node's latest report, except for reports of plans. */
static bool latest(struct import *im, int64_t report)
{
  static const char sql[] =
    "UPDATE node SET report = ?2 WHERE id = ?1 AND coalesce((SELECT produced FROM report r WHERE r.id = "
    "node.report), ?3) <= ?3";
  const value kind = hash_member(im->payload, "type");
  if (kind.kind == V_STRING && !str_eqz(value_text(kind), "agent")) return true;
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, im->node);
  lib()->sqlite3_bind_int64(st, 2, report);
  lib()->sqlite3_bind_int64(st, 3, im->produced);
  return store_done(st);
}

static bool is_there(struct import *im, const unsigned char hash[20], bool *found)
{
  static const char sql[] = "SELECT id FROM report WHERE hash = ?1";
  int64_t id;
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_blob64(st, 1, hash, 20, SQLITE_STATIC);
  return store_number(st, found, &id);
}

enum store_result import_report(struct import *im, int version)
{
  struct buf all = BUF_HEAP;
  unsigned char hash[20];
  int64_t id;
  bool found;
  if (version < 8) return import_invalid(im, "not supported: reports of version %d, only 8", version);
  const enum store_result checked = check_report(im);
  if (checked != STORE_DONE) return checked;
  store_canonical(im->a, &all, value_hash(im->payload));
  store_sha1(buf_view(&all), hash);
  buf_free(&all);
  if (!is_there(im, hash, &found)) return STORE_FAILED;
  if (found) return STORE_SAME;
  return insert_report(im, hash, &id) && insert_events(im, id) && latest(im, id) ? STORE_DONE : STORE_FAILED;
}

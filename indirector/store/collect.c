/* Hides old nodes, then removes them; removes old reports. */
#include "indirector/store/internal.h"

enum { STEP = 200 };

static bool number_of(struct store *s, const char *sql, int64_t argument, bool *found, int64_t *out)
{
  sqlite3_stmt *st = store_statement(s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, argument);
  return store_number(st, found, out);
}

static bool act(struct store *s, const char *sql, int64_t one, int64_t two, int *changed)
{
  sqlite3_stmt *st = store_statement(s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, one);
  if (two != 0) lib()->sqlite3_bind_int64(st, 2, two);
  const bool ok = store_done(st);
  if (changed != NULL) *changed = lib()->sqlite3_changes(s->db);
  return ok;
}

/* --- a node --- */

static bool drop_reports(struct store *s, int64_t node)
{
  static const char events[] = "DELETE FROM event WHERE report IN (SELECT id FROM report WHERE node = ?1)",
                    reports[] = "DELETE FROM report WHERE node = ?1";
  return act(s, events, node, 0, NULL) && act(s, reports, node, 0, NULL);
}

static bool purge(struct store *s, int64_t node)
{
  static const char drop[] = "DELETE FROM node WHERE id = ?1";
  return import_drop_facts(s, node) && import_drop_catalog(s, node) && import_drop_inputs(s, node) &&
         drop_reports(s, node) && act(s, drop, node, 0, NULL);
}

bool store_purge(struct store *s, struct arena *a, str certname, bool *found, str *error)
{
  static const char find[] = "SELECT id FROM node WHERE certname = ?1";
  int64_t node = 0;
  *error = STR_EMPTY;
  *found = false;
  if (!store_run(s, "BEGIN IMMEDIATE")) return store_failed(s, a, error);
  sqlite3_stmt *st = store_statement(s, find);
  if (st != NULL) store_bind(st, 1, certname);
  const bool ok = store_number(st, found, &node) && (!*found || purge(s, node));
  return store_end(s, a, ok, error);
}

/* --- by age, with one transaction for each step --- */

static bool expire(struct store *s, int64_t before, int64_t now, bool *more)
{
  static const char sql[] = "UPDATE node SET expired = ?2 WHERE deactivated IS NULL AND expired IS NULL AND seen < ?1";
  *more = false;
  return act(s, sql, before, now, NULL);
}

static bool purge_one(struct store *s, int64_t before, int64_t now, bool *more)
{
  static const char find[] = "SELECT id FROM node WHERE coalesce(deactivated, expired) < ?1 LIMIT 1";
  int64_t node;
  (void)now;
  return number_of(s, find, before, more, &node) && (!*more || purge(s, node));
}

static bool drop_some_reports(struct store *s, int64_t before, int64_t now, bool *more)
{
  static const char
    forget[] = "UPDATE node SET report = NULL WHERE report IN (SELECT id FROM report WHERE produced < ?1 "
               "ORDER BY produced LIMIT ?2)",
    events[] = "DELETE FROM event WHERE report IN (SELECT id FROM report WHERE produced < ?1 ORDER BY produced "
               "LIMIT ?2)",
    reports[] = "DELETE FROM report WHERE id IN (SELECT id FROM report WHERE produced < ?1 ORDER BY produced LIMIT ?2)";
  int changed = 0;
  (void)now;
  const bool ok = act(s, forget, before, STEP, NULL) && act(s, events, before, STEP, NULL) &&
                  act(s, reports, before, STEP, &changed);
  *more = changed == STEP;
  return ok;
}

static bool in_steps(struct store *s, struct arena *a, int64_t ttl,
                     bool (*step)(struct store *, int64_t, int64_t, bool *), str *error)
{
  const int64_t now = store_now();
  bool more = ttl > 0;
  while (more) {
    if (!store_run(s, "BEGIN IMMEDIATE")) return store_failed(s, a, error);
    const bool ok = step(s, now - ttl * 1000, now, &more);
    if (!store_end(s, a, ok, error)) return false;
  }
  return true;
}

/* Whether this process should collect now. */
static bool is_due(struct store *s, int64_t interval, bool *due)
{
  static const char sql[] =
    "INSERT INTO keeper (name, at) VALUES ('collect', ?1) ON CONFLICT (name) DO UPDATE SET at = ?1 "
    "WHERE at < ?2 OR at > ?1",
                    look[] = "SELECT at FROM keeper WHERE name = 'collect' AND at >= ?1";
  const int64_t now = store_now();
  bool recent = false;
  int64_t at;
  int changed = 0;
  *due = false;
  if (interval > 0 && !number_of(s, look, now - interval * 1000, &recent, &at)) return false;
  if (recent && at <= now) return true;
  if (!act(s, sql, now, interval > 0 ? now - interval * 1000 : now + 1, &changed)) return false;
  *due = changed > 0;
  return true;
}

bool store_collect(struct store *s, struct arena *a, const struct store_limits *limits, int64_t interval, str *error)
{
  bool due;
  *error = STR_EMPTY;
  if (!is_due(s, interval, &due)) return store_failed(s, a, error);
  if (!due) return true;
  return in_steps(s, a, limits->node_ttl, expire, error) && in_steps(s, a, limits->node_purge_ttl, purge_one, error) &&
         in_steps(s, a, limits->report_ttl, drop_some_reports, error) &&
         (store_run(s, "PRAGMA optimize") || store_failed(s, a, error));
}

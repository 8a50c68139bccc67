/* The database: opening, the schema, catalogs and facts. */
#include "indirector/store.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/json_write.h"
#include "indirector/store_internal.h"

enum { SCHEMA_VERSION = 1, BUSY_MS = 10000, APPLICATION_ID = 0x66696365 };

/* Exported resources stand by themselves, since they are what is searched; the catalog is kept as it is. */
static const char schema[] =
    "CREATE TABLE node (id INTEGER PRIMARY KEY, certname TEXT NOT NULL UNIQUE, deactivated INTEGER,"
    "  environment TEXT, catalog TEXT, catalog_at INTEGER, facts TEXT, facts_at INTEGER);"
    "CREATE TABLE exported (node INTEGER NOT NULL REFERENCES node(id) ON DELETE CASCADE, place INTEGER NOT "
    "NULL,"
    "  type TEXT NOT NULL, title TEXT NOT NULL, tags TEXT NOT NULL, parameters TEXT NOT NULL, file TEXT, "
    "line INTEGER,"
    "  PRIMARY KEY (node, place)) WITHOUT ROWID;"
    "CREATE INDEX exported_type ON exported (type, title);";

bool store_failed(struct store *s, struct arena *a, str *error)
{
  const int code = s->db != NULL ? lib()->sqlite3_errcode(s->db) : SQLITE_NOMEM;
  const char *why = s->db != NULL ? lib()->sqlite3_errmsg(s->db) : "not enough memory";
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
    *error = arena_printf(
        a,
        "The store %s is damaged (%s). Move it away to begin a new one, which fills as nodes are "
        "compiled",
        s->path, why);
  } else {
    *error = arena_printf(a, "The store %s cannot be used: %s", s->path, why);
  }
  return false;
}

static bool run(struct store *s, const char *sql)
{
  return lib()->sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool read_version(struct store *s, const char *pragma, int *out)
{
  sqlite3_stmt *st = NULL;
  const bool ok =
      lib()->sqlite3_prepare_v2(s->db, pragma, -1, &st, NULL) == SQLITE_OK && lib()->sqlite3_step(st) == SQLITE_ROW;
  if (ok) *out = lib()->sqlite3_column_int(st, 0);
  lib()->sqlite3_finalize(st);
  return ok;
}

static bool make_schema(struct store *s)
{
  char pragmas[96];
  snprintf(pragmas, sizeof pragmas, "PRAGMA user_version = %d; PRAGMA application_id = %d;", SCHEMA_VERSION,
           APPLICATION_ID);
  return run(s, schema) && run(s, pragmas);
}

/* Whoever comes first makes the schema; the others wait and find it. */
static bool check_schema(struct store *s, struct arena *a, str *error)
{
  int version = 0, application = 0;
  if (!run(s, "BEGIN IMMEDIATE") || !read_version(s, "PRAGMA user_version", &version) ||
      !read_version(s, "PRAGMA application_id", &application)) {
    return store_failed(s, a, error);
  }
  if (version == 0 && application == 0 && make_schema(s) && run(s, "COMMIT")) return true;
  if (version == SCHEMA_VERSION && application == APPLICATION_ID && run(s, "COMMIT")) return true;
  if (version > SCHEMA_VERSION && application == APPLICATION_ID) {
    *error = arena_printf(a, "The store %s has version %d of its schema; this program knows version %d",
                          s->path, version, SCHEMA_VERSION);
  } else if (lib()->sqlite3_errcode(s->db) != SQLITE_OK && lib()->sqlite3_errcode(s->db) != SQLITE_ROW &&
             lib()->sqlite3_errcode(s->db) != SQLITE_DONE) {
    store_failed(s, a, error);
  } else {
    *error = arena_printf(a, "The file %s is no store of ficelle", s->path);
  }
  run(s, "ROLLBACK");
  return false;
}

static void make_directory(char *path)
{
  for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
    *at = '\0';
    mkdir(path, 0750); /* what is wrong shows when the file is opened */
    *at = '/';
  }
}

/* Several that find a new file at once are in each other's way here, and SQLite does not wait for this. */
static bool use_wal(struct store *s)
{
  const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
  for (int waited = 0; waited < BUSY_MS; waited += 10) {
    if (run(s, "PRAGMA journal_mode = WAL")) return true;
    if (lib()->sqlite3_errcode(s->db) != SQLITE_BUSY) return false;
    nanosleep(&pause, NULL);
  }
  return false;
}

/* Catalogs and facts may hold secrets: a new file is not for everybody. The others of SQLite get the same
 * mode. */
static void make_file(const char *path)
{
  const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0640);
  if (fd >= 0) close(fd); /* what is wrong shows when SQLite opens it */
}

struct store *store_open(struct arena *a, str path, str *error)
{
  struct store *s = ARENA_NEW(a, struct store);
  s->path = arena_strz(a, path);
  make_directory(s->path);
  make_file(s->path);
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  bool ok = lib()->sqlite3_open_v2(s->path, &s->db, flags, NULL) == SQLITE_OK &&
            lib()->sqlite3_busy_timeout(s->db, BUSY_MS) == SQLITE_OK && use_wal(s) &&
            run(s, "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
  if (!ok) store_failed(s, a, error);
  ok = ok && check_schema(s, a, error);
  if (ok) return s;
  store_close(s);
  return NULL;
}

void store_close(struct store *s)
{
  if (s == NULL || s->db == NULL) return;
  lib()->sqlite3_close(s->db);
  s->db = NULL;
}

/* --- saving --- */

bool store_prepare(struct store *s, const char *sql, sqlite3_stmt **st)
{
  return lib()->sqlite3_prepare_v2(s->db, sql, -1, st, NULL) == SQLITE_OK;
}

void store_bind(sqlite3_stmt *st, int at, str text)
{
  lib()->sqlite3_bind_text64(st, at, text.p, text.n, SQLITE_STATIC, SQLITE_UTF8);
}

/* One statement of up to three texts; *changed rows. */
static bool run_with(struct store *s, const char *sql, const str *texts, int n, int *changed)
{
  sqlite3_stmt *st = NULL;
  if (!store_prepare(s, sql, &st)) return false;
  for (int i = 0; i < n; i++) store_bind(st, i + 1, texts[i]);
  const bool ok = lib()->sqlite3_step(st) == SQLITE_DONE;
  if (changed != NULL) *changed = lib()->sqlite3_changes(s->db);
  return lib()->sqlite3_finalize(st) == SQLITE_OK && ok;
}

static bool end(struct store *s, struct arena *a, bool ok, str *error)
{
  if (ok && run(s, "COMMIT")) return true;
  store_failed(s, a, error);
  if (!lib()->sqlite3_get_autocommit(s->db)) run(s, "ROLLBACK");
  return false;
}

static str json_of(struct arena *a, value v)
{
  struct buf out = BUF_IN(a);
  struct json_writer w;
  json_init(&w, &out, false);
  value_write_json(&w, v, true);
  return buf_view(&out);
}

static value field(const struct hash *h, const char *name)
{
  const value *v = hash_get_str(h, str_of(name));
  return v != NULL ? *v : VALUE_UNDEF;
}

static str text_or_empty(value v) { return v.kind == V_STRING ? value_text(v) : STR_EMPTY; }

/* What is sensitive stays on its node: as in PuppetDB the parameter is left out. */
static value shared_parameters(struct arena *a, const struct hash *resource)
{
  const value all = field(resource, "parameters"), sensitive = field(resource, "sensitive_parameters");
  if (all.kind != V_HASH) return value_hash(&hash_empty);
  if (sensitive.kind != V_ARRAY || sensitive.array->n == 0) return all;
  struct hash *kept = hash_new(a, all.hash->n);
  for (uint32_t i = 0; i < all.hash->n; i++) {
    bool secret = false;
    for (uint32_t k = 0; k < sensitive.array->n; k++) {
      secret = secret || value_same(sensitive.array->items[k], all.hash->entries[i].key);
    }
    if (!secret) hash_put(kept, a, all.hash->entries[i].key, all.hash->entries[i].value);
  }
  return value_hash(kept);
}

static bool insert_exported(struct arena *a, sqlite3_stmt *st, str certname, uint32_t place,
                            const struct hash *resource)
{
  const value tags = field(resource, "tags"), line = field(resource, "line");
  lib()->sqlite3_reset(st);
  store_bind(st, 1, certname);
  lib()->sqlite3_bind_int64(st, 2, place);
  store_bind(st, 3, text_or_empty(field(resource, "type")));
  store_bind(st, 4, text_or_empty(field(resource, "title")));
  store_bind(st, 5, json_of(a, tags.kind == V_ARRAY ? tags : value_array(&array_empty)));
  store_bind(st, 6, json_of(a, shared_parameters(a, resource)));
  store_bind(st, 7, text_or_empty(field(resource, "file")));
  lib()->sqlite3_bind_int64(st, 8, line.kind == V_INT ? line.integer : 0);
  return lib()->sqlite3_step(st) == SQLITE_DONE;
}

static bool insert_all(struct store *s, struct arena *a, str certname, const struct array *exported)
{
  sqlite3_stmt *st = NULL;
  bool ok =
      exported->n == 0 ||
      store_prepare(
          s, "INSERT INTO exported SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM node WHERE certname = ?1", &st);
  for (uint32_t i = 0; ok && i < exported->n; i++) {
    if (exported->items[i].kind != V_HASH) continue;
    ok = insert_exported(a, st, certname, i, exported->items[i].hash);
  }
  lib()->sqlite3_finalize(st);
  return ok;
}

bool store_replace_catalog(struct store *s, struct arena *a, str certname, str environment, str json,
                           const struct array *exported, str *error)
{
  const str texts[] = {certname, environment, json};
  const bool ok =
      run(s, "BEGIN IMMEDIATE") &&
      run_with(
          s,
          "INSERT INTO node (certname, environment, catalog, catalog_at) VALUES (?1, ?2, ?3, unixepoch()) "
          "ON CONFLICT (certname) DO UPDATE SET environment = ?2, catalog = ?3, catalog_at = unixepoch(), "
          "deactivated = NULL",
          texts, 3, NULL) &&
      run_with(s, "DELETE FROM exported WHERE node = (SELECT id FROM node WHERE certname = ?1)", texts, 1,
               NULL) &&
      insert_all(s, a, certname, exported);
  return end(s, a, ok, error);
}

bool store_replace_facts(struct store *s, struct arena *a, str certname, str json, str *error)
{
  const str texts[] = {certname, json};
  const bool ok =
      run(s, "BEGIN IMMEDIATE") &&
      run_with(s,
               "INSERT INTO node (certname, facts, facts_at) VALUES (?1, ?2, unixepoch()) "
               "ON CONFLICT (certname) DO UPDATE SET facts = ?2, facts_at = unixepoch(), deactivated = NULL",
               texts, 2, NULL);
  return end(s, a, ok, error);
}

bool store_deactivate(struct store *s, struct arena *a, str certname, bool *found, str *error)
{
  int changed = 0;
  const bool ok =
      run(s, "BEGIN IMMEDIATE") &&
      run_with(s, "UPDATE node SET deactivated = unixepoch() WHERE certname = ?1 AND deactivated IS NULL",
               &certname, 1, &changed);
  *found = changed > 0;
  return end(s, a, ok, error);
}

/* --- finding --- */

str store_text(struct arena *a, sqlite3_stmt *st, int column)
{
  const char *p = (const char *)lib()->sqlite3_column_text(st, column);
  return p == NULL ? STR_EMPTY : arena_str(a, str_n(p, (size_t)lib()->sqlite3_column_bytes(st, column)));
}

static bool find_text(struct store *s, struct arena *a, const char *sql, str certname, bool *found, str *json,
                      str *error)
{
  sqlite3_stmt *st = NULL;
  *found = false;
  if (!store_prepare(s, sql, &st)) return store_failed(s, a, error);
  store_bind(st, 1, certname);
  const int step = lib()->sqlite3_step(st);
  if (step == SQLITE_ROW) {
    *json = store_text(a, st, 0);
    *found = json->n > 0;
  }
  const bool ok = lib()->sqlite3_finalize(st) == SQLITE_OK && (step == SQLITE_ROW || step == SQLITE_DONE);
  return ok || store_failed(s, a, error);
}

bool store_find_catalog(struct store *s, struct arena *a, str certname, bool *found, str *json, str *error)
{
  return find_text(s, a, "SELECT catalog FROM node WHERE certname = ?1 AND deactivated IS NULL", certname,
                   found, json, error);
}

bool store_find_facts(struct store *s, struct arena *a, str certname, bool *found, str *json, str *error)
{
  return find_text(s, a, "SELECT facts FROM node WHERE certname = ?1 AND deactivated IS NULL", certname,
                   found, json, error);
}

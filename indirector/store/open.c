/* The database: opening, the schema, statements. */
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "indirector/store/internal.h"
#include "indirector/store/schema.h"

enum { SCHEMA_VERSION = 3, BUSY_MS = 10000, APPLICATION_ID = 0x66696365 };

bool store_failed(struct store *s, struct arena *a, str *error)
{
  const int code = s->db != NULL ? lib()->sqlite3_errcode(s->db) : SQLITE_NOMEM;
  const char *why = s->db != NULL ? lib()->sqlite3_errmsg(s->db) : "not enough memory";
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
    *error = arena_printf(
      a, "The store %s is damaged (%s). Move it away; a new one is then created, and filled when nodes are compiled",
      s->path, why);
  } else {
    *error = arena_printf(a, "The store %s cannot be used: %s", s->path, why);
  }
  return false;
}

bool store_run(struct store *s, const char *sql)
{
  return lib()->sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

bool store_end(struct store *s, struct arena *a, bool ok, str *error)
{
  if (ok && store_run(s, "COMMIT")) return true;
  if (error->n == 0) store_failed(s, a, error);
  if (!lib()->sqlite3_get_autocommit(s->db)) store_run(s, "ROLLBACK");
  return false;
}

/* --- the schema --- */

static bool read_version(struct store *s, const char *pragma, int *out)
{
  sqlite3_stmt *st = NULL;
  const bool ok = store_prepare(s, pragma, &st) && lib()->sqlite3_step(st) == SQLITE_ROW;
  if (ok) *out = lib()->sqlite3_column_int(st, 0);
  lib()->sqlite3_finalize(st);
  return ok;
}

/* Upgrades a database of version 2. */
static bool add_version_3(struct store *s)
{
  char pragmas[96];
  snprintf(pragmas, sizeof pragmas, "PRAGMA user_version = %d; PRAGMA application_id = %d;", SCHEMA_VERSION,
           APPLICATION_ID);
  return store_run(s, store_schema_3) && store_run(s, pragmas);
}

static bool make_schema(struct store *s) { return store_run(s, store_schema) && add_version_3(s); }

static const char old_tables[] =
  "ALTER TABLE node RENAME TO old_node; ALTER TABLE exported RENAME TO old_exported; DROP INDEX exported_type;";

static bool convert(struct store *s, struct arena *a, str *error)
{
  return store_run(s, old_tables) && make_schema(s) && store_convert_1(s, a, error) &&
         store_run(s, "DROP TABLE old_exported; DROP TABLE old_node;");
}

/* The first process creates the schema; the others wait and find it. */
static bool check_schema(struct store *s, struct arena *a, str *error)
{
  int version = 0, application = 0;
  *error = STR_EMPTY;
  if (!read_version(s, "PRAGMA user_version", &version) || !read_version(s, "PRAGMA application_id", &application)) {
    return store_failed(s, a, error);
  }
  if (version == SCHEMA_VERSION && application == APPLICATION_ID) return true;
  if (!store_run(s, "BEGIN IMMEDIATE") || !read_version(s, "PRAGMA user_version", &version) ||
      !read_version(s, "PRAGMA application_id", &application)) {
    return store_failed(s, a, error);
  }
  if (version == SCHEMA_VERSION && application == APPLICATION_ID) return store_end(s, a, true, error);
  if (version == 0 && application == 0) return store_end(s, a, make_schema(s), error);
  if (version == 2 && application == APPLICATION_ID) return store_end(s, a, add_version_3(s), error);
  if (version == 1 && application == APPLICATION_ID) return store_end(s, a, convert(s, a, error), error);
  if (version > SCHEMA_VERSION && application == APPLICATION_ID) {
    *error = arena_printf(a, "The store %s has version %d of its schema; this program knows version %d", s->path,
                          version, SCHEMA_VERSION);
  } else {
    *error = arena_printf(a, "The file %s is not an inventory database of ficelle", s->path);
  }
  return store_end(s, a, false, error);
}

/* --- opening --- */

static void make_directory(char *path)
{
  for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
    *at = '\0';
    if (mkdir(path, 0750) == 0) { /* else opening the file will report the error */
      const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (fd >= 0) file_give_to_owner_of_directory(fd, path);
      if (fd >= 0) close(fd);
    }
    *at = '/';
  }
}

/* Several processes that open a new file at once block each other here, and SQLite does not wait in this case. */
static bool use_wal(struct store *s)
{
  const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
  for (int waited = 0; waited < BUSY_MS; waited += 10) {
    if (store_run(s, "PRAGMA journal_mode = WAL")) return true;
    if (lib()->sqlite3_errcode(s->db) != SQLITE_BUSY) return false;
    nanosleep(&pause, NULL);
  }
  return false;
}

/* Catalogs and facts may contain secrets, so others must not read a new file. SQLite gives its other files the same
 * mode and owner. */
static void make_file(const char *path)
{
  const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0640);
  if (fd < 0) return; /* it exists, or SQLite will report the error */
  file_give_to_owner_of_directory(fd, path);
  close(fd);
}

struct store *store_open(struct arena *a, str path, str *error)
{
  struct store *s = ARENA_NEW(a, struct store);
  s->path = arena_strz(a, path);
  if (strcmp(s->path, ":memory:") != 0) {
    make_directory(s->path);
    make_file(s->path);
  }
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  /* FULL: acknowledged data survives a loss of power, too. */
  bool ok = lib()->sqlite3_open_v2(s->path, &s->db, flags, NULL) == SQLITE_OK &&
            lib()->sqlite3_busy_timeout(s->db, BUSY_MS) == SQLITE_OK && use_wal(s) &&
            store_run(s, "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -8192;"
                         "PRAGMA trusted_schema = OFF;");
  if (!ok) store_failed(s, a, error);
  ok = ok && check_schema(s, a, error) && (store_add_functions(s) || store_failed(s, a, error));
  if (ok) return s;
  store_close(s);
  return NULL;
}

void store_close(struct store *s)
{
  if (s == NULL || s->db == NULL) return;
  for (uint32_t i = 0; i < s->nkept; i++) lib()->sqlite3_finalize(s->kept[i].st);
  s->nkept = 0;
  lib()->sqlite3_close(s->db);
  s->db = NULL;
}

/* --- statements --- */

bool store_prepare(struct store *s, const char *sql, sqlite3_stmt **st)
{
  return lib()->sqlite3_prepare_v2(s->db, sql, -1, st, NULL) == SQLITE_OK;
}

sqlite3_stmt *store_statement(struct store *s, const char *sql)
{
  for (uint32_t i = 0; i < s->nkept; i++) {
    if (s->kept[i].sql != sql) continue;
    lib()->sqlite3_reset(s->kept[i].st);
    lib()->sqlite3_clear_bindings(s->kept[i].st);
    return s->kept[i].st;
  }
  sqlite3_stmt *st = NULL;
  if (!store_prepare(s, sql, &st)) return NULL;
  if (s->nkept == STORE_KEPT) lib()->sqlite3_finalize(s->kept[--s->nkept].st);
  s->kept[s->nkept++] = (struct store_kept){sql, st};
  return st;
}

void store_bind(sqlite3_stmt *st, int at, str text)
{
  lib()->sqlite3_bind_text64(st, at, text.p, text.n, SQLITE_STATIC, SQLITE_UTF8);
}

void store_bind_value(sqlite3_stmt *st, int at, value v)
{
  if (v.kind == V_STRING) {
    store_bind(st, at, value_text(v));
  } else if (v.kind == V_INT) {
    lib()->sqlite3_bind_int64(st, at, v.integer);
  } else if (v.kind == V_BOOL) {
    lib()->sqlite3_bind_int64(st, at, v.boolean);
  } else {
    lib()->sqlite3_bind_null(st, at);
  }
}

bool store_done(sqlite3_stmt *st)
{
  if (st == NULL) return false;
  const bool ok = lib()->sqlite3_step(st) == SQLITE_DONE;
  return lib()->sqlite3_reset(st) == SQLITE_OK && ok;
}

bool store_run_with(struct store *s, const char *sql, int64_t number)
{
  sqlite3_stmt *st = store_statement(s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, number);
  return store_done(st);
}

bool store_number(sqlite3_stmt *st, bool *found, int64_t *out)
{
  if (st == NULL) return false;
  const int step = lib()->sqlite3_step(st);
  *found = step == SQLITE_ROW;
  if (*found) *out = lib()->sqlite3_column_int64(st, 0);
  return lib()->sqlite3_reset(st) == SQLITE_OK && (step == SQLITE_ROW || step == SQLITE_DONE);
}

str store_text(struct arena *a, sqlite3_stmt *st, int column)
{
  const char *p = (const char *)lib()->sqlite3_column_text(st, column);
  return p == NULL ? STR_EMPTY : arena_str(a, str_n(p, (size_t)lib()->sqlite3_column_bytes(st, column)));
}

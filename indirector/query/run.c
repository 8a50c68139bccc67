/* Statements of queries: binding, stepping within the time limit, rows as JSON. */
#include "base/deadline.h"
#include "base/json_write.h"
#include "indirector/query/internal.h"

/* Instructions of SQLite's virtual machine between two checks of the clock. */
enum { LOOK = 10000 };

static int is_over(void *ctx)
{
  const struct pdb_run *run = ctx;
  return run->until != 0 && deadline_now_ms() > run->until;
}

/* Sets the query's error from SQLite's last error. */
static void failed(struct pdb_run *run)
{
  const int code = lib()->sqlite3_errcode(run->store->db);
  if (code == SQLITE_INTERRUPT) {
    pdb_fail_with(run->q, 500, "The query took longer than the time limit (setting query_time_limit)");
  } else if (code == SQLITE_ERROR) {
    const str why = str_of(lib()->sqlite3_errmsg(run->store->db));
    const bool deep = str_eqz(why, "parser stack overflow") || str_starts(why, STR("Expression tree is too large"));
    if (deep) pdb_fail(run->q, "The query is nested too deep");
    else pdb_fail(run->q, "ERROR: %.*s", STR_FMT(why));
  } else {
    store_failed(run->store, run->q->arena, &run->q->error);
    run->q->status = 500;
  }
}

sqlite3_stmt *pdb_start(struct pdb_run *run, str sql)
{
  sqlite3_stmt *st = NULL;
  if (!store_prepare(run->store, arena_strz(run->q->arena, sql), &st)) {
    failed(run);
    return NULL;
  }
  for (uint32_t i = 0; i < run->q->nbound; i++) {
    const struct pdb_bound *b = &run->q->bound[i];
    switch (b->kind) {
    case BOUND_TEXT: store_bind(st, (int)i + 1, b->text); break;
    case BOUND_INT: lib()->sqlite3_bind_int64(st, (int)i + 1, b->integer); break;
    case BOUND_REAL: lib()->sqlite3_bind_double(st, (int)i + 1, b->real); break;
    case BOUND_BLOB: lib()->sqlite3_bind_blob64(st, (int)i + 1, b->text.p, b->text.n, SQLITE_STATIC); break;
    }
  }
  lib()->sqlite3_progress_handler(run->store->db, LOOK, is_over, run);
  return st;
}

int pdb_step(struct pdb_run *run, sqlite3_stmt *st)
{
  const int step = lib()->sqlite3_step(st);
  if (step != SQLITE_ROW && step != SQLITE_DONE) failed(run);
  return step;
}

void pdb_stop(struct pdb_run *run, sqlite3_stmt *st)
{
  lib()->sqlite3_progress_handler(run->store->db, 0, NULL, NULL);
  lib()->sqlite3_finalize(st);
}

static str column_text(sqlite3_stmt *st, int i)
{
  const char *p = (const char *)lib()->sqlite3_column_text(st, i);
  return p == NULL ? STR_EMPTY : str_n(p, (size_t)lib()->sqlite3_column_bytes(st, i));
}

static void write_number(sqlite3_stmt *st, int i, struct buf *out)
{
  if (lib()->sqlite3_column_type(st, i) == SQLITE_INTEGER) {
    buf_int(out, lib()->sqlite3_column_int64(st, i));
  } else {
    value_render_float(out, lib()->sqlite3_column_double(st, i));
  }
}

static void write_hex(sqlite3_stmt *st, int i, struct buf *out)
{
  const unsigned char *p = lib()->sqlite3_column_blob(st, i);
  const int n = lib()->sqlite3_column_bytes(st, i);
  buf_char(out, '"');
  for (int k = 0; k < n; k++) {
    buf_char(out, "0123456789abcdef"[p[k] >> 4]);
    buf_char(out, "0123456789abcdef"[p[k] & 15]);
  }
  buf_char(out, '"');
}

static void write_time(sqlite3_stmt *st, int i, struct buf *out)
{
  char text[32];
  const size_t n = store_time_format(lib()->sqlite3_column_int64(st, i), text);
  buf_char(out, '"');
  buf_append(out, text, n);
  buf_char(out, '"');
}

static void write_cell(sqlite3_stmt *st, int i, enum pdb_type kind, struct buf *out)
{
  if (lib()->sqlite3_column_type(st, i) == SQLITE_NULL) {
    buf_z(out, "null");
    return;
  }
  switch (kind) {
  case PDB_TEXT: json_quote(out, column_text(st, i)); break;
  case PDB_TIME: write_time(st, i, out); break;
  case PDB_BOOL: buf_z(out, lib()->sqlite3_column_int(st, i) != 0 ? "true" : "false"); break;
  case PDB_NUMBER: write_number(st, i, out); break;
  case PDB_HASH: write_hex(st, i, out); break;
  case PDB_JSON:
  case PDB_LIST:
  case PDB_PATH:
  case PDB_SHOWN: buf_str(out, column_text(st, i)); break;
  }
}

void pdb_write_row(sqlite3_stmt *st, const struct pdb_column *columns, uint32_t n, struct buf *out)
{
  buf_char(out, '{');
  for (uint32_t i = 0; i < n; i++) {
    if (i > 0) buf_char(out, ',');
    json_quote(out, columns[i].name);
    buf_char(out, ':');
    write_cell(st, (int)i, columns[i].type, out);
  }
  buf_char(out, '}');
}

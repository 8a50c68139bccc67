/* What the files of the store share. */
#ifndef FICELLE_INDIRECTOR_STORE_INTERNAL_H
#define FICELLE_INDIRECTOR_STORE_INTERNAL_H

#include <stdio.h>

#include "indirector/store/sqlite_library.h"
#include "indirector/store/store.h"

static inline const struct sqlite_library *lib(void) { return sqlite_library(); }

/* A cached statement, found by the address of its text. */
struct store_kept {
  const char *sql;
  sqlite3_stmt *st;
};

enum { STORE_KEPT = 64 };

struct store {
  sqlite3 *db;
  char *path;
  struct store_kept kept[STORE_KEPT];
  uint32_t nkept;
};

/* Sets *error to the reason of the last failure. Returns false. */
bool store_failed(struct store *s, struct arena *a, str *error);
bool store_run(struct store *s, const char *sql);
/* Commits if `ok`, otherwise rolls back and sets *error to the reason of the last failure (unless it is set); returns
 * `ok`. */
bool store_end(struct store *s, struct arena *a, bool ok, str *error);

/* A statement ready to be bound; NULL on failure. `sql` is a literal: the statement is cached, so it must not be used
 * twice at the same time. */
sqlite3_stmt *store_statement(struct store *s, const char *sql);
bool store_prepare(struct store *s, const char *sql, sqlite3_stmt **st);
/* The text must remain valid until the statement is done. */
void store_bind(sqlite3_stmt *st, int at, str text);
/* Binds NULL for undef and for any value that is not a string. */
void store_bind_value(sqlite3_stmt *st, int at, value v);
/* Executes and resets a statement without rows. */
bool store_done(sqlite3_stmt *st);
/* Executes a statement whose only parameter is a number. */
bool store_run_with(struct store *s, const char *sql, int64_t number);
/* Reads the number in the first row; *found: whether a row exists. Resets the statement. */
bool store_number(sqlite3_stmt *st, bool *found, int64_t *out);
str store_text(struct arena *a, sqlite3_stmt *st, int column);

/* The functions of functions.c that queries use. */
bool store_add_functions(struct store *s);

/* Appends JSON with sorted keys, so that equal values have equal texts. */
void store_canonical(struct arena *a, struct buf *out, value v);
/* The first eight bytes of the SHA-1 of a text. */
int64_t store_hash64(str text);
void store_sha1(str text, unsigned char out[20]);

/* --- import, always inside a transaction --- */
struct import {
  struct store *s;
  struct arena *a;
  const struct hash *payload;
  str certname;
  int64_t node, produced, now;
  str *error;
};
/* Sets a message. Returns STORE_INVALID. */
enum store_result import_invalid(struct import *im, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Whether the statement, which gets the node (?1) and the time of the payload (?2), finds newer data. */
bool import_is_stale(struct import *im, const char *sql, bool *stale);
/* The id of a text in a table of names ("SELECT …", "INSERT …"); 0 for undef. */
bool import_name(struct import *im, const char *find, const char *insert, value name, int64_t *id);
bool import_environment(struct import *im, value name, int64_t *id);
bool import_producer(struct import *im, value name, int64_t *id);
enum store_result import_facts(struct import *im, int version);
enum store_result import_catalog(struct import *im, int version);
enum store_result import_report(struct import *im, int version);
/* STORE_SAME: the payload has no inputs, so nothing changes. */
enum store_result import_inputs(struct import *im);
/* Removes data of a node. */
bool import_drop_facts(struct store *s, int64_t node);
bool import_drop_catalog(struct store *s, int64_t node);
bool import_drop_inputs(struct store *s, int64_t node);

/* Converts a database of version 1, which has exported resources in a table, and catalogs and facts as text. Inside a
 * transaction. */
bool store_convert_1(struct store *s, struct arena *a, str *error);

#endif

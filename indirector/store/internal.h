/* What the files of the store share. */
#ifndef FICELLE_INDIRECTOR_STORE_INTERNAL_H
#define FICELLE_INDIRECTOR_STORE_INTERNAL_H

#include <stdio.h>

#include "indirector/store/sqlite_library.h"
#include "indirector/store/store.h"

static inline const struct sqlite_library *lib(void) { return sqlite_library(); }

/* A statement that is kept, found by the address of its text. */
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

/* Says why the last call failed; always false. */
bool store_failed(struct store *s, struct arena *a, str *error);
bool store_run(struct store *s, const char *sql);
/* Commits if `ok`, otherwise rolls back and sets *error to the reason of the last failure (unless it is set); returns
 * `ok`. */
bool store_end(struct store *s, struct arena *a, bool ok, str *error);

/* A statement ready to be bound; NULL on failure. `sql` is a literal: the statement is kept, so two uses of one must
 * not overlap. */
sqlite3_stmt *store_statement(struct store *s, const char *sql);
bool store_prepare(struct store *s, const char *sql, sqlite3_stmt **st);
/* The bytes must stay until the statement is done. */
void store_bind(sqlite3_stmt *st, int at, str text);
/* Undef, or another kind than text: NULL. */
void store_bind_value(sqlite3_stmt *st, int at, value v);
/* A statement without rows; resets it. */
bool store_done(sqlite3_stmt *st);
/* The number in the first row; *found tells whether there was a row. Resets the statement. */
bool store_number(sqlite3_stmt *st, bool *found, int64_t *out);
str store_text(struct arena *a, sqlite3_stmt *st, int column);

/* The functions of functions.c that queries use. */
bool store_add_functions(struct store *s);

/* JSON with keys in order, so that equal values are equal texts. */
void store_canonical(struct arena *a, struct buf *out, value v);
/* The first eight bytes of its SHA-1. */
int64_t store_hash64(str text);
void store_sha1(str text, unsigned char out[20]);

/* --- importing; all inside of a transaction --- */
struct import {
  struct store *s;
  struct arena *a;
  const struct hash *payload;
  str certname;
  int64_t node, produced, now;
  str *error;
};
/* STORE_INVALID with a message. */
enum store_result import_invalid(struct import *im, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Whether the statement, which gets the node (?1) and when the payload was produced (?2), finds something newer. */
bool import_is_stale(struct import *im, const char *sql, bool *stale);
/* The id of a text in a table of names ("SELECT …", "INSERT …"); 0 for undef. */
bool import_name(struct import *im, const char *find, const char *insert, value name, int64_t *id);
bool import_environment(struct import *im, value name, int64_t *id);
bool import_producer(struct import *im, value name, int64_t *id);
enum store_result import_facts(struct import *im, int version);
enum store_result import_catalog(struct import *im, int version);
enum store_result import_report(struct import *im, int version);
/* STORE_SAME: there are none, which changes nothing. */
enum store_result import_inputs(struct import *im);
/* Removes what belongs to a node. */
bool import_drop_facts(struct store *s, int64_t node);
bool import_drop_catalog(struct store *s, int64_t node);
bool import_drop_inputs(struct store *s, int64_t node);

/* The database of version 1: exported resources by themselves, catalogs and facts as text. Inside of a transaction. */
bool store_convert_1(struct store *s, struct arena *a, str *error);

#endif

/* What the files of the store share. */
#ifndef FICELLE_INDIRECTOR_STORE_INTERNAL_H
#define FICELLE_INDIRECTOR_STORE_INTERNAL_H

#include <stdio.h>

#include "indirector/sqlite_library.h"
#include "indirector/store.h"

static inline const struct sqlite_library *lib(void) { return sqlite_library(); }

struct store {
  sqlite3 *db;
  char *path;
};

/* Says why the last call failed; always false. */
bool store_failed(struct store *s, struct arena *a, str *error);
bool store_prepare(struct store *s, const char *sql, sqlite3_stmt **st);
/* The bytes must stay until the statement is done. */
void store_bind(sqlite3_stmt *st, int at, str text);
str store_text(struct arena *a, sqlite3_stmt *st, int column);

#endif

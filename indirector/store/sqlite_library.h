/* SQLite, loaded only when a store is opened, because loading it would slow down the start of every other process. */
#ifndef FICELLE_INDIRECTOR_STORE_SQLITE_LIBRARY_H
#define FICELLE_INDIRECTOR_STORE_SQLITE_LIBRARY_H

#include <sqlite3.h>

/* clang-format off */
#define SQLITE_NAMES(X)                                                                                                \
  X(sqlite3_bind_blob64) X(sqlite3_bind_double) X(sqlite3_bind_int64) X(sqlite3_bind_null) X(sqlite3_bind_text64)      \
  X(sqlite3_busy_timeout) X(sqlite3_changes) X(sqlite3_clear_bindings) X(sqlite3_close) X(sqlite3_column_blob)         \
  X(sqlite3_column_bytes) X(sqlite3_column_double) X(sqlite3_column_int) X(sqlite3_column_int64)                       \
  X(sqlite3_column_text) X(sqlite3_column_type) X(sqlite3_create_function_v2) X(sqlite3_errcode) X(sqlite3_errmsg)     \
  X(sqlite3_exec) X(sqlite3_finalize) X(sqlite3_get_autocommit) X(sqlite3_get_auxdata) X(sqlite3_last_insert_rowid)    \
  X(sqlite3_open_v2) X(sqlite3_prepare_v2) X(sqlite3_progress_handler) X(sqlite3_reset) X(sqlite3_result_error)        \
  X(sqlite3_result_int) X(sqlite3_result_null) X(sqlite3_result_text64) X(sqlite3_set_auxdata) X(sqlite3_step)         \
  X(sqlite3_value_blob) X(sqlite3_value_bytes) X(sqlite3_value_double) X(sqlite3_value_int64) X(sqlite3_value_text)    \
  X(sqlite3_value_type)
/* clang-format on */

struct sqlite_library {
#define X(name) __typeof__(name) *name;
  SQLITE_NAMES(X)
#undef X
};

/* Never NULL: without the library the process ends with a message. */
const struct sqlite_library *sqlite_library(void);

#endif

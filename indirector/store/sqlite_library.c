#include "indirector/store/sqlite_library.h"

#include "base/library.h"

const struct sqlite_library *sqlite_library(void)
{
  static struct sqlite_library library;
  if (library.sqlite3_step == NULL) library_load("libsqlite3.so.0", SQLITE_NAMES(LIBRARY_NAME), &library);
  return &library;
}

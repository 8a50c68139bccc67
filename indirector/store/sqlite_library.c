#include "indirector/store/sqlite_library.h"

#include "base/library.h"

static const struct library_name names[] = {
#define X(name) {#name, offsetof(struct sqlite_library, name)},
  SQLITE_NAMES(X)
#undef X
};

const struct sqlite_library *sqlite_library(void)
{
  static struct sqlite_library library;
  if (library.sqlite3_step == NULL) library_load("libsqlite3.so.0", names, sizeof names / sizeof names[0], &library);
  return &library;
}

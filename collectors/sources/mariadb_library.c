/* Fills the table of functions at the first call; without the library it is NULL, and the source reports that. */
#include "collectors/sources/mariadb_library.h"

#include "base/library.h"

const struct mariadb_library *mariadb_library(void)
{
  static const char file[] = "libmariadb.so.3";
  static struct mariadb_library library;
  if (library.mysql_init == NULL) {
    if (!library_is_there(file)) return NULL;
    library_load(file, MARIADB_FUNCTIONS(LIBRARY_NAME), &library);
  }
  return &library;
}

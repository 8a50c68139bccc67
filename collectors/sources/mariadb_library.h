/* libmariadb, loaded only when a MySQL server is polled: with its dependencies it would cost every other process
 * of the collector several MiB. */
#ifndef COLLECTORS_SOURCES_MARIADB_LIBRARY_H
#define COLLECTORS_SOURCES_MARIADB_LIBRARY_H

#include <mariadb/errmsg.h>
#include <mariadb/mysql.h>

/* clang-format off */
#define MARIADB_FUNCTIONS(X)                                                                                          \
  X(mariadb_connection) X(mysql_close) X(mysql_errno) X(mysql_error) X(mysql_fetch_fields) X(mysql_fetch_lengths)     \
  X(mysql_fetch_row) X(mysql_free_result) X(mysql_get_server_version) X(mysql_get_ssl_cipher) X(mysql_get_socket)     \
  X(mysql_init) X(mysql_num_fields) X(mysql_options) X(mysql_optionsv) X(mysql_real_connect) X(mysql_real_query)      \
  X(mysql_use_result)
/* clang-format on */

struct mariadb_library {
#define X(name) __typeof__(name) *name;
  MARIADB_FUNCTIONS(X)
#undef X
};

/* Loaded once per process. NULL when it is not installed. */
const struct mariadb_library *mariadb_library(void);

#endif

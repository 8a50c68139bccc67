/* libedit, loaded only for a prompt: with its dependencies it would cost every command half a MiB. */
#ifndef FICELLE_CLI_EDIT_LIBRARY_H
#define FICELLE_CLI_EDIT_LIBRARY_H

#include <histedit.h>

/* clang-format off */
#define EDIT_NAMES(X)                                                                                       \
  X(el_init) X(el_end) X(el_get) X(el_set) X(el_gets) X(el_line) X(el_insertstr) X(el_reset) X(el_source)    \
  X(history_init) X(history_end) X(history)
/* clang-format on */

struct edit_library {
#define X(name) __typeof__(name) *name;
  EDIT_NAMES(X)
#undef X
};

/* Never NULL: ends the process with a message if the library cannot be loaded. */
const struct edit_library *edit_library(void);

#endif

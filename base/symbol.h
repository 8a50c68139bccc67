/* Interned names: variables, attributes, types, functions, classes, tags. Two symbols are the same name exactly if
 * their pointers are equal. There is one table per process, which only grows; data (titles, file contents, facts) are
 * not interned unless they become names. Single-threaded: parallel compilations are processes. */
#ifndef FICELLE_BASE_SYMBOL_H
#define FICELLE_BASE_SYMBOL_H

#include <stdint.h>

#include "base/str.h"

typedef struct symbol {
  uint32_t hash;
  uint32_t id; /* dense, from 0, in order of creation */
  uint32_t length;
  bool plain;    /* a lower-case letter, then letters, digits and underscores (ASCII) */
  bool capitals; /* contains a capital letter (ASCII) */
  char text[];   /* NUL-terminated */
} symbol;

const symbol *sym_intern(str s);
/* Converts ASCII letters to lower case. */
const symbol *sym_intern_lower(str s);
const symbol *sym_z(const char *z);
/* NULL if the name was not interned before. */
const symbol *sym_known(str s);
static inline str sym_str(const symbol *s) { return (str){s->text, s->length}; }

#endif

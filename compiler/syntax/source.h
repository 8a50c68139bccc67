/* A source text and its lines. Offsets are bytes from 0; lines and columns are 1-based, columns count characters. The
 * line table is made at the first use. */
#ifndef FICELLE_SYNTAX_SOURCE_H
#define FICELLE_SYNTAX_SOURCE_H

#include <stdint.h>

#include "base/arena.h"

struct source {
  struct arena *arena;
  str text;        /* at most UINT32_MAX - 1 bytes */
  str file;        /* path for messages; empty: the text is not from a file */
  uint32_t *lines; /* offsets of line starts; NULL until needed */
  uint32_t nlines;
  str quoted; /* the file as JSON; p == NULL until needed */
};

struct source *source_new(struct arena *a, str file, str text);
uint32_t source_line(struct source *s, uint32_t offset);
uint32_t source_column(struct source *s, uint32_t offset);
/* The name of the file as JSON; kept, since all resources of a manifest need it. */
str source_quoted_file(struct source *s);
/* Makes now what is made at the first use. */
void source_prepare(struct source *s);
/* The text of a line without its line break. */
str source_line_text(struct source *s, uint32_t line);

#endif

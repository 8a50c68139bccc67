/* The format of ficelle's own configuration files: subagent.conf, alarms.conf, collector.conf.
 *
 *   # a comment
 *   [section]
 *   key = value
 *
 * White space around the parts is ignored, a value may be in double quotes, a byte order mark is skipped. The caller
 * checks sections, keys and values. */
#ifndef FICELLE_COLLECTORS_KEYFILE_H
#define FICELLE_COLLECTORS_KEYFILE_H

#include "base/str.h"

enum keyfile_kind {
  KEYFILE_SECTION,
  KEYFILE_KEY,
  KEYFILE_BAD_SECTION, /* the line begins with "[" but is not a section */
  KEYFILE_BAD,
};

/* A line that is neither blank nor a comment. All texts are parts of the parsed text. */
struct keyfile_line {
  enum keyfile_kind kind;
  unsigned number; /* from 1 */
  str text;        /* all of it, for columns */
  str name;        /* of the section or key; of a bad line, the position of the error */
  str value;       /* of a key; if empty, at its position */
  const char *why; /* of a bad line: the expected text */
};

/* Returns false to stop. */
typedef bool keyfile_fn(void *ctx, const struct keyfile_line *line);

/* Calls `fn` for each line. Returns false if `fn` stopped it. */
bool keyfile_read(str text, keyfile_fn *fn, void *ctx);

/* The column of a part of the line, from 1. */
static inline size_t keyfile_column(const struct keyfile_line *line, str part)
{
  return (size_t)(part.p - line->text.p) + 1;
}

#endif

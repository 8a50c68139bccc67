/* Issues and diagnostics. An issue is a code with a message (issue.def, Puppet's codes and messages); a diagnostic is
 * an issue at a place. The settings of the producer decide its severity. Lexer, parser and validator collect
 * diagnostics in a diag_list; the evaluator aborts with one. */
#ifndef FICELLE_SYNTAX_DIAG_H
#define FICELLE_SYNTAX_DIAG_H

#include <stdarg.h>

#include "base/arena.h"
#include "base/buf.h"
#include "compiler/syntax/source.h"

enum issue {
  ISSUE_NONE, /* an error without an issue code */
#define X(code, text) ISSUE_##code,
#include "compiler/syntax/issue.def"
#undef X
  ISSUE_COUNT
};

/* The part of the place that a message shows. Puppet shows only the file for a syntax error at the end of the input,
 * and nothing for errors of its regular expression engine; offset and length are always set. */
enum diag_place_kind { PLACE_FULL, PLACE_FILE, PLACE_NONE };

enum severity { SEVERITY_IGNORE, SEVERITY_DEPRECATION, SEVERITY_WARNING, SEVERITY_ERROR };

struct diagnostic {
  enum issue issue;
  enum severity severity;
  str message;           /* without the place */
  struct source *source; /* NULL when the place is unknown */
  uint32_t offset, length;
  bool has_column; /* false: message shows file and line only */
  enum diag_place_kind place;
};

struct diag_list {
  struct arena *arena;
  struct diagnostic *items;
  uint32_t n, cap;
  uint32_t errors, warnings, deprecations;
};

void diag_list_init(struct diag_list *l, struct arena *a);
/* The arguments are those of the issue's format in issue.def. */
void diag_add(struct diag_list *l, enum issue issue, enum severity severity, struct source *source, uint32_t offset,
              uint32_t length, ...);
void diag_vadd(struct diag_list *l, enum issue issue, enum severity severity, struct source *source, uint32_t offset,
               uint32_t length, va_list args);
/* Appends the issue's message with its arguments (bytes as they are, including NUL). */
void issue_message(struct buf *out, enum issue issue, ...);
const char *issue_code(enum issue issue); /* "ILLEGAL_REASSIGNMENT" */
const char *issue_format(enum issue issue);
/* Appends Puppet's " (file: F, line: N, column: C)" with the parts that are known. column 0 / line 0:
 * unknown. */
void diag_place(struct buf *out, str file, uint32_t line, uint32_t column);
/* Returns the message with its place, as Puppet's exceptions print it. */
str diag_text(struct arena *a, const struct diagnostic *d);

#endif

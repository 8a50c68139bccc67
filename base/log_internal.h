/* Shared by the files of the logger only: the line buffer, the formats, the context. */
#ifndef FICELLE_BASE_LOG_INTERNAL_H
#define FICELLE_BASE_LOG_INTERNAL_H

#include <stdint.h>
#include <time.h>

#include "base/log.h"

/* A line being built. Begins in `fixed` and moves to the heap if necessary; if that fails it keeps its contents and
 * sets `cut`. Not in an arena: an event must be written even if a compilation has used up its memory budget. */
struct log_line {
  char *data;
  size_t len;
  size_t size;
  bool cut;
  char fixed[2048];
};

/* The names and colours of a log level. */
struct log_level_row {
  const char *name, *label; /* label: on the console */
  const char *ansi, *html;  /* the code that starts its colour */
  int priority;             /* for syslog */
};
extern const struct log_level_row log__levels[LOG_LEVEL_COUNT];

extern struct log_context log__context;
extern bool log__plain;

void log__line_init(struct log_line *line);
void log__line_free(struct log_line *line);
void log__puts(struct log_line *line, const char *text);

/* The formats of an event; each ends in a newline, except that of syslog. */
void log__format_console(struct log_line *line, const struct log_event *e, const char *begin, const char *end,
                         bool colors);
void log__format_keyvalue(struct log_line *line, const struct log_event *e, const struct timespec *now);
void log__format_file(struct log_line *line, const struct log_event *e, const struct timespec *now);
void log__format_json(struct log_line *line, const struct log_event *e, const struct timespec *now);
void log__format_syslog(struct log_line *line, const struct log_event *e);
/* journald's native protocol: FIELD=value lines, or FIELD, 64-bit little-endian length, bytes. */
void log__format_journal(struct log_line *line, const struct log_event *e, const char *ident);

/* Passes the event to all destinations. */
void log__deliver(const struct log_event *e);
/* The socket of journald; tests replace it. */
extern const char *log__journal_path;

#endif

/* Changes settings in the text of a puppet.conf and keeps everything else: comments, order, spaces. */
#ifndef FICELLE_CLI_CONFIG_EDIT_H
#define FICELLE_CLI_CONFIG_EDIT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

struct config_line;

/* The lines of one file. What stands before the first section header belongs to the section "main". */
struct config_text {
  struct arena *arena;
  struct config_line *lines;
  size_t n, capacity;
};

/* The bytes of `text` must last as long as the result. */
void config_text_read(struct config_text *out, struct arena *a, str text);
/* Changes the first such setting of the section, or adds one below the section's last setting; a section that is
 * missing is added at the end. Name and value are one line each and must last as long as `t`. */
void config_text_set(struct config_text *t, str section, str name, str value);
/* Deletes the first setting of that name in the section, and returns its line, trimmed, in *line. False if the section
 * has no such setting. */
bool config_text_delete(struct config_text *t, str section, str name, str *line);
void config_text_write(const struct config_text *t, struct buf *out);

#endif

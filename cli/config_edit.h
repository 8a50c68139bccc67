/* Changes settings in the text of a puppet.conf, and preserves everything else: comments, order, spaces. */
#ifndef FICELLE_CLI_CONFIG_EDIT_H
#define FICELLE_CLI_CONFIG_EDIT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

struct config_line;

/* The lines of a file. Lines before the first section header belong to the section "main". */
struct config_text {
  struct arena *arena;
  struct config_line *lines;
  size_t n, capacity;
};

/* The bytes of `text` must live as long as the result. */
void config_text_read(struct config_text *out, struct arena *a, str text);
/* Changes the first setting with that name in the section, or adds one after the section's last setting; a missing
 * section is added at the end. Name and value must not contain line breaks, and must live as long as `t`. */
void config_text_set(struct config_text *t, str section, str name, str value);
/* Deletes the first setting with that name in the section, and returns its line, trimmed, in *line. False: the section
 * has no such setting. */
bool config_text_delete(struct config_text *t, str section, str name, str *line);
void config_text_write(const struct config_text *t, struct buf *out);

#endif

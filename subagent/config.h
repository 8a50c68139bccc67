/* Configuration of the subagent: subagent/config.def, a file, the command line.
 *
 * The file has lines `name = value`; `#` begins a comment line, blanks around name and value are ignored, a value may
 * be in double quotes. The command line overrides the file, which overrides the default. Every value is checked when
 * it is read, so a configuration that was read without an error is valid. */
#ifndef FICELLE_SUBAGENT_CONFIG_H
#define FICELLE_SUBAGENT_CONFIG_H

#include "base/buf.h"

#define CONFIG_DEFAULT_FILE "/etc/ficelle/subagent.conf"

enum config_type {
  CONFIG_TEXT,
  CONFIG_PATH,
  CONFIG_SECONDS,
  CONFIG_FLAG,
  CONFIG_OID,
  CONFIG_ADDRESS,
  CONFIG_CONTEXT,
  CONFIG_LEVEL,
  CONFIG_FACILITY,
};

enum config_id {
#define CONFIG(name, ...) CONFIG_##name,
#include "subagent/config.def"
#undef CONFIG
  CONFIG_COUNT
};

struct config_info {
  const char *name; /* as in the file */
  char letter;      /* 0: none */
  enum config_type type;
  const char *default_value, *argument, *description;
};
extern const struct config_info config_table[CONFIG_COUNT];

/* Values, each NUL-terminated and never NULL. Copyable; has no resources other than its text. */
struct config {
  char *value[CONFIG_COUNT];
};

void config_init(struct config *c); /* the defaults */
void config_fini(struct config *c);

/* False, changing nothing, with the reason (without location) in `why`, when the value is invalid. */
bool config_set(struct config *c, enum config_id id, str value, struct buf *why);
/* Reads lines; false with "name:line: reason" for the first invalid one. Earlier lines take effect. */
bool config_read_text(struct config *c, str text, const char *name, struct buf *why);
/* Reads a file of at most 64 KiB. A missing file is an error only if `must_exist`. */
bool config_read_file(struct config *c, const char *path, bool must_exist, struct buf *why);
unsigned config_seconds(const struct config *c, enum config_id id);
bool config_flag(const struct config *c, enum config_id id);
bool config_same(const struct config *a, const struct config *b, enum config_id id);

#endif

/* Settings files in sections, as the module inifile reads and changes them.
 *
 * Its way of keeping sections by the numbers of their lines has effects that manifests see: of sections with the same
 * name only the last one is used, and it replaces the others when the file is written. */
#ifndef FICELLE_AGENT_PROVIDERS_INI_INIFILE_H
#define FICELLE_AGENT_PROVIDERS_INI_INIFILE_H

#include "agent/ral/ral.h"

struct inifile_syntax {
  str separator;      /* between name and value, with its blanks */
  str prefix, suffix; /* of a section's name */
  str indent_char;
  int64_t indent_width; /* of new settings; -1: as the section has it */
};

struct inifile;

/* The syntax of the module's defaults: " = ", [section]. */
struct inifile_syntax inifile_default_syntax(void);
/* NULL after ral_fail(): the text is not UTF-8, a separator makes no expression. Lines are borrowed from `text`. */
struct inifile *inifile_parse(struct ral *ral, const struct inifile_syntax *syntax, str text);
/* The same for a file; a missing file, or one that is not a regular file, is empty. */
struct inifile *inifile_open(struct ral *ral, const struct inifile_syntax *syntax, const char *path);

/* Settings before the first section are in the section "". */
bool inifile_has_section(const struct inifile *f, str section);
/* NULL: not found. */
const str *inifile_get(const struct inifile *f, str section, str setting);
/* Sets or adds it; without a setting only the section. A new one comes behind a line that is the same setting in a
 * comment, else to the section's end. */
bool inifile_set(struct inifile *f, str section, const str *setting, str value);
/* Removes its line, and the section with its last line. A missing setting is not an error. */
bool inifile_remove(struct inifile *f, str section, const str *setting);
/* The whole text. False after ral_fail(): the sections have lost their lines. */
bool inifile_text(const struct inifile *f, struct buf *out);
bool inifile_save(const struct inifile *f, const char *path);

#endif

/* Files with settings in sections, read and changed as in the module inifile.
 *
 * The module identifies sections by line numbers, which has visible effects: only the last of several sections with the
 * same name is used, and it replaces the others when the file is written. */
#ifndef FICELLE_AGENT_PROVIDERS_INI_INIFILE_H
#define FICELLE_AGENT_PROVIDERS_INI_INIFILE_H

#include "agent/ral/ral.h"

/* struct ral_versions. Before 5.4 settings of empty sections were added again in each run. 6.1.1 removes sections with
 * blank lines only, 6.3 keeps all. */
#define INI_VERSIONS                                         \
  {                                                          \
    .from = 5, .from_minor = 4, .below = 6, .below_minor = 1 \
  }

struct inifile_syntax {
  str separator;      /* between name and value, including blanks */
  str prefix, suffix; /* around a section's name */
  str indent_char;
  int64_t indent_width; /* of new settings; -1: like other settings of the section */
};

struct inifile;

/* The default syntax of the module: " = ", [section]. */
struct inifile_syntax inifile_default_syntax(void);
/* NULL after ral_fail(): the text is not UTF-8, or a separator is not a valid expression. Lines point into `text`. */
struct inifile *inifile_parse(struct ral *ral, const struct inifile_syntax *syntax, str text);
/* The same for a file; a missing file, or one that is not a regular file, is empty. */
struct inifile *inifile_open(struct ral *ral, const struct inifile_syntax *syntax, const char *path);

/* Settings before the first section are in the section "". */
bool inifile_has_section(const struct inifile *f, str section);
/* NULL: not found. */
const str *inifile_get(const struct inifile *f, str section, str setting);
/* Sets or adds a setting; if it is NULL, adds only the section. A new setting is inserted after a comment that contains
 * the same setting, else at the end of the section. */
bool inifile_set(struct inifile *f, str section, const str *setting, str value);
/* Removes a setting, and its section if that has no lines left. A missing setting is not an error. */
bool inifile_remove(struct inifile *f, str section, const str *setting);
/* Appends the whole text. False after ral_fail(): the line numbers of the sections are inconsistent. */
bool inifile_text(const struct inifile *f, struct buf *out);
bool inifile_save(const struct inifile *f, const char *path);

#endif

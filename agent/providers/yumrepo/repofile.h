/* Files of yum repositories, read and written like Puppet's IniConfig: comments and blank lines are preserved. */
#ifndef FICELLE_AGENT_PROVIDERS_YUMREPO_REPOFILE_H
#define FICELLE_AGENT_PROVIDERS_YUMREPO_REPOFILE_H

#include "agent/ral/ral.h"

struct repo_entry {
  str key; /* empty: `text` is a line with its end, kept unchanged */
  str text;
  bool unset; /* the entry is not written */
};

struct repo_section {
  str name, file;
  struct repo_entry *entries;
  uint32_t n, cap;
  bool dirty, destroy;
};

struct repo_file {
  str path;
  str head;               /* the text before the first section */
  struct ptrvec sections; /* struct repo_section * */
};

struct repo_files {
  struct ral *ral;
  struct ptrvec files; /* struct repo_file * */
};

/* Adds or replaces a file. False with Puppet's message: a line has another format, or a section exists already. */
bool repo_parse(struct repo_files *all, str path, str text);
/* Finds a section in any file; NULL: not found. */
struct repo_section *repo_find(const struct repo_files *all, str name);
/* Adds a section at the end of a file, which is created if necessary. NULL after ral_fail(): it exists already. */
struct repo_section *repo_add(struct repo_files *all, str path, str name);
const str *repo_get(const struct repo_section *s, str key);
/* Value NULL: removes the entry. */
void repo_set(struct repo_files *all, struct repo_section *s, str key, const str *text);
void repo_text(const struct repo_file *f, struct buf *out);

#endif

/* Files of yum repositories, read and written as Puppet's IniConfig does: comments and blank lines stay where they
 * are. */
#ifndef FICELLE_AGENT_PROVIDERS_YUMREPO_REPOFILE_H
#define FICELLE_AGENT_PROVIDERS_YUMREPO_REPOFILE_H

#include "agent/ral/ral.h"

struct repo_entry {
  str key; /* empty: a line as it is, with its end, in `text` */
  str text;
  bool unset; /* is not written */
};

struct repo_section {
  str name, file;
  struct repo_entry *entries;
  uint32_t n, cap;
  bool dirty, destroy;
};

struct repo_file {
  str path;
  str head;               /* what stands before the first section */
  struct ptrvec sections; /* struct repo_section * */
};

struct repo_files {
  struct ral *ral;
  struct ptrvec files; /* struct repo_file * */
};

/* Adds a file, or replaces it. False with Puppet's message: a line with another format, or a section that is there
 * already. */
bool repo_parse(struct repo_files *all, str path, str text);
/* The section of that name, in any file; NULL: none has it. */
struct repo_section *repo_find(const struct repo_files *all, str name);
/* At the end of a file, which is made when it is not known. NULL after ral_fail(): it is there already. */
struct repo_section *repo_add(struct repo_files *all, str path, str name);
const str *repo_get(const struct repo_section *s, str key);
void repo_set(struct repo_files *all, struct repo_section *s, str key, const str *text); /* NULL: unset */
void repo_text(const struct repo_file *f, struct buf *out);

#endif

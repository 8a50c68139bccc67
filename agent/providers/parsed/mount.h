/* Lines of fstab, and mounting by them. */
#ifndef FICELLE_AGENT_PROVIDERS_PARSED_MOUNT_H
#define FICELLE_AGENT_PROVIDERS_PARSED_MOUNT_H

#include "agent/providers/parsed/parsed.h"

struct fstab_line {
  str fields[6]; /* device, name, type, options, dump, pass; empty: not given */
};
/* False: the line is not an entry. Blanks written as \040 are blanks here. */
bool fstab_parse(struct arena *a, str line, struct fstab_line *out);

/* Of the provider: its entry, and what is mounted. */
void mount_create(struct ral_resource *r);
void mount_destroy(struct ral_resource *r);
bool mount_is_mounted(struct ral_resource *r);
bool mount_unmount(struct ral_resource *r);
bool mount_remount(struct ral_resource *r);
/* The flush mounts it, once the entry is written. */
void mount_needed(struct ral_resource *r);

#endif

/* Lines of fstab, and mounting. */
#ifndef FICELLE_AGENT_PROVIDERS_PARSED_MOUNT_H
#define FICELLE_AGENT_PROVIDERS_PARSED_MOUNT_H

#include "agent/providers/parsed/parsed.h"

struct fstab_line {
  str fields[6]; /* device, name, type, options, dump, pass; empty: missing */
};
/* False: the line is not an entry. \040 is replaced by a blank. */
bool fstab_parse(struct arena *a, str line, struct fstab_line *out);

/* Functions of the provider: the entry, and whether it is mounted. */
void mount_create(struct ral_resource *r);
void mount_destroy(struct ral_resource *r);
bool mount_is_mounted(struct ral_resource *r);
bool mount_unmount(struct ral_resource *r);
bool mount_remount(struct ral_resource *r);
/* The flush mounts it after the entry was written. */
void mount_needed(struct ral_resource *r);

#endif

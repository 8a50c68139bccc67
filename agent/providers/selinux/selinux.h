/* Booleans and modules of the SELinux policy, read and changed by SELinux's own programs. */
#ifndef FICELLE_AGENT_PROVIDERS_SELINUX_SELINUX_H
#define FICELLE_AGENT_PROVIDERS_SELINUX_SELINUX_H

#include "agent/ral/ral.h"

/* Runs a program that changes the policy, argv[0] being its path. When it fails, ral->error is the first line of its
 * output. */
bool selinux_change(struct ral *ral, const char *const *argv);

/* The version of the policy module in a file's bytes; `path` is for the message. False with ral->error. */
bool selinux_module_version(struct ral *ral, str bytes, str path, str *version);

#endif

/* Booleans and modules of the SELinux policy, read and changed with SELinux's programs. */
#ifndef FICELLE_AGENT_PROVIDERS_SELINUX_SELINUX_H
#define FICELLE_AGENT_PROVIDERS_SELINUX_SELINUX_H

#include "agent/ral/ral.h"

/* Runs a program that changes the policy; argv[0] is its path. If it fails, ral->error is the first line of its
 * output. */
bool selinux_change(struct ral *ral, const char *const *argv);

/* Reads the version of a policy module from the bytes of its file; `path` is for messages. False with ral->error. */
bool selinux_module_version(struct ral *ral, str bytes, str path, str *version);

#endif

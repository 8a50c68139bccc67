/* Users and groups of this host, for the types user and group and for owners of files.
 *
 * The files /etc/passwd, /etc/group and /etc/shadow are read once, and again when they were replaced. They are used if
 * nsswitch.conf lists only local sources. Otherwise, and for names that they lack, the C library is called. */
#ifndef FICELLE_AGENT_PROVIDERS_ACCOUNTS_ACCOUNTS_H
#define FICELLE_AGENT_PROVIDERS_ACCOUNTS_ACCOUNTS_H

#include "agent/ral/ral.h"
#include "base/map.h"

struct account_user {
  str name, password, comment, home, shell;
  int64_t uid, gid;
};

struct account_group {
  str name;
  int64_t gid;
  const struct array *members; /* texts */
};

struct account_shadow {
  str name, password;
  int64_t min, max, warn, expires; /* in days; -1: not set */
};

/* Parse a line of passwd(5), group(5) or shadow(5); false: the line has another format. Texts point into the line. */
bool account_parse_user(str line, struct account_user *u);
bool account_parse_group(struct arena *a, str line, struct account_group *g);
bool account_parse_shadow(str line, struct account_shadow *s);
/* Whether a database ("passwd", "group") has only local sources in nsswitch.conf. True if the file has no line for
 * it. */
bool account_is_local(str nsswitch, str database);

/* NULL: unknown account. */
const struct account_user *account_user(struct ral *ral, str name);
const struct account_user *account_user_of(struct ral *ral, int64_t uid);
const struct account_group *account_group(struct ral *ral, str name);
const struct account_shadow *account_shadow(struct ral *ral, str name);
/* The groups that list the user as a member: texts, each once. */
const struct array *account_groups_of(struct ral *ral, const struct account_user *u);
/* All names, in the order of the database. */
bool account_user_names(struct ral *ral, struct valuevec *names);
bool account_group_names(struct ral *ral, struct valuevec *names);
/* The id of a name or a number, resolved like owners in Puppet; -1: unknown account. */
int64_t account_uid(struct ral *ral, value v);
int64_t account_gid(struct ral *ral, value v);
/* Whether libuser is installed: Puppet then uses it to manage local accounts (forcelocal). */
bool account_has_libuser(void);

#endif

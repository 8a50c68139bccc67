/* Which user the server is, and what its workers must not read. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/log.h"
#include "base/protect.h"
#include "server/process/process.h"

bool server_drop_privileges(struct settings *s, struct buf *why)
{
  const char *user = settings_strz(s, SETTING_user), *group = settings_strz(s, SETTING_group);
  /* What is started by a worker gains nothing, either. */
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (geteuid() != 0) return true;
  const struct passwd *p = getpwnam(user);
  const struct group *g = getgrnam(group);
  if (p == NULL || g == NULL) {
    buf_printf(why, "setting '%s': there is no %s '%s'", p == NULL ? "user" : "group", p == NULL ? "user" : "group",
               p == NULL ? user : group);
    return false;
  }
  if (p->pw_uid == 0) {
    log_warning(&log_server, "the server runs as root, since the setting 'user' says so");
    return true;
  }
  if (initgroups(user, g->gr_gid) != 0 || setgid(g->gr_gid) != 0 || setuid(p->pw_uid) != 0) {
    buf_printf(why, "cannot become user '%s': %s", user, strerror(errno));
    return false;
  }
  /* setuid() has made the process one that cannot be looked into; its children need their own /proc. */
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  return true;
}

void server_protect_keys(const struct server *s)
{
  struct settings *settings = s->settings;
  protect_path(settings_strz(settings, SETTING_cakey));
  struct buf root = BUF_HEAP;
  buf_printf(&root, "%s/root_key.pem", settings_strz(settings, SETTING_cadir));
  protect_path(root.p);
  buf_free(&root);
  protect_path(settings_strz(settings, SETTING_privatekeydir));
  protect_path(settings_strz(settings, SETTING_hostprivkey));
  if (s->tls_options.key != NULL) protect_path(s->tls_options.key);
  if (protect_ruleset() < 0)
    log_info(&log_server, "programs that workers start can read keys that the server's user can read: %s",
             strerror(errno));
}

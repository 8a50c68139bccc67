/* The user that the server runs as, and the keys that its workers must not read. */
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <pwd.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/log.h"
#include "base/protect.h"
#include "server/process/process.h"

/* --- CAP_SYS_ADMIN ---
 * A supervisor that was started with it keeps it as permitted but not effective: each generation needs it for a moment,
 * and a process without it cannot inspect one that has it. Programs that the server starts never have it. */

static bool read_capabilities(struct __user_cap_data_struct data[2])
{
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  return syscall(SYS_capget, &header, data) == 0;
}

static bool set_capabilities(uint32_t permitted, uint32_t effective)
{
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  const struct __user_cap_data_struct data[2] = {{.permitted = permitted, .effective = effective}};
  return syscall(SYS_capset, &header, data) == 0;
}

static uint32_t permitted_admin(void)
{
  struct __user_cap_data_struct data[2];
  return read_capabilities(data) ? data[0].permitted & 1U << CAP_SYS_ADMIN : 0;
}

static void keep_admin_only(void)
{
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  set_capabilities(permitted_admin(), 0);
}

void server_drop_capabilities(void)
{
  if (geteuid() != 0) set_capabilities(0, 0);
}

/* --- the user --- */

bool server_drop_privileges(struct settings *s, struct buf *why)
{
  const char *user = settings_strz(s, SETTING_user), *group = settings_strz(s, SETTING_group);
  /* Programs that workers start cannot gain privileges, either. */
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (geteuid() != 0) {
    keep_admin_only();
    return true;
  }
  const struct passwd *p = getpwnam(user);
  const struct group *g = getgrnam(group);
  if (p == NULL || g == NULL) {
    buf_printf(why, "setting '%s': unknown %s '%s'", p == NULL ? "user" : "group", p == NULL ? "user" : "group",
               p == NULL ? user : group);
    return false;
  }
  if (p->pw_uid == 0) {
    log_warning(&log_server, "the server runs as root because of the setting 'user'");
    return true;
  }
  prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
  if (initgroups(user, g->gr_gid) != 0 || setgid(g->gr_gid) != 0 || setuid(p->pw_uid) != 0) {
    buf_printf(why, "cannot become user '%s': %s", user, strerror(errno));
    return false;
  }
  keep_admin_only();
  /* setuid() has made /proc/self unreadable, which child processes need. */
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  return true;
}

/* --- keys --- */

/* Keys cannot be hidden from root. */
static bool can_hide(void) { return geteuid() != 0 && permitted_admin() != 0; }

/* Loads the keys for TLS and for requests to other servers, before they are protected. */
static void keep_keys(const struct server *s)
{
  const char *own = settings_strz(s->settings, SETTING_hostprivkey), *shown = s->tls_options.key;
  protect_keep(own);
  if (shown != NULL && protect_kept(shown).n == 0) protect_keep(shown);
}

/* False with errno. */
static bool hide_keys(void)
{
  const uint32_t admin = permitted_admin();
  if (!can_hide()) return errno = EPERM, false;
  const bool hidden = set_capabilities(admin, admin) && protect_hide();
  const int why = errno;
  server_drop_capabilities();
  return errno = why, hidden;
}

void server_protect_keys(const struct server *s)
{
  struct settings *settings = s->settings;
  struct buf root = BUF_HEAP;
  buf_printf(&root, "%s/root_key.pem", settings_strz(settings, SETTING_cadir));
  const char *const keys[] = {settings_strz(settings, SETTING_cakey), root.p,
                              settings_strz(settings, SETTING_privatekeydir),
                              settings_strz(settings, SETTING_hostprivkey), s->tls_options.key};
  if (can_hide()) keep_keys(s);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (keys[i] != NULL) protect_path(keys[i]);
  buf_free(&root);
  if (!hide_keys())
    log_info(&log_server, "Ruby code of modules can read keys that the server's user can read: %s", strerror(errno));
  if (protect_ruleset() < 0)
    log_info(&log_server, "programs that workers start can read keys that the server's user can read: %s",
             strerror(errno));
}

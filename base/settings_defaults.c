/* Defaults that depend on the host or the user: the "@word" rows of settings.def. Directories are those of Debian's
 * Puppet packages, so that both programs use the same files. */
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hostname.h"
#include "base/settings_internal.h"

static bool is_root(void) { return geteuid() == 0; }

/* Users for whom the system's directories are used: root, and in the server the account that it runs as (setting user),
 * which has no own directories. */
static bool is_system(struct settings *s)
{
  if (is_root()) return true;
  const struct passwd *pw = settings_get_mode(s) == SETTINGS_SERVER ? getpwuid(geteuid()) : NULL;
  return pw != NULL && strcmp(pw->pw_name, "puppet") == 0;
}

static const char *home(void)
{
  const char *dir = getenv("HOME");
  if (dir && dir[0] == '/') return dir;
  const struct passwd *pw = getpwuid(geteuid());
  return pw ? pw->pw_dir : "/";
}

static void certname(struct buf *out)
{
  for (const char *p = host_names()->fqdn; *p; p++) buf_char(out, (char)ascii_lower((unsigned char)*p));
}

static void hiera_config(struct settings *s, struct buf *out)
{
  struct stat st;
  buf_printf(out, "%s/hiera.yaml", settings_strz(s, SETTING_codedir));
  if (stat(out->p, &st) != 0) {
    buf_clear(out);
    buf_printf(out, "%s/hiera.yaml", settings_strz(s, SETTING_confdir));
  }
}

/* The directory of the authority, which remains where an older installation had it. */
static void cadir(struct settings *s, struct buf *out)
{
  struct stat st;
  char target[4096];
  buf_printf(out, "%s/ca", settings_strz(s, SETTING_ssldir));
  if (lstat(out->p, &st) != 0) {
    buf_clear(out);
    buf_z(out, "/etc/puppet/puppetserver/ca");
  } else if (S_ISLNK(st.st_mode)) {
    ssize_t n = readlink(out->p, target, sizeof target);
    if (n > 0 && (size_t)n < sizeof target) {
      buf_clear(out);
      buf_append(out, target, (size_t)n);
    }
  }
}

static void ssldir(struct settings *s, struct buf *out)
{
  static const char system_dir[] = "/var/lib/puppet/ssl";
  struct stat st;
  bool ours = is_system(s) || (stat(system_dir, &st) == 0 && st.st_uid == geteuid());
  buf_z(out, ours ? system_dir : "$confdir/ssl");
}

bool settings__computed(struct settings *s, const char *word, struct buf *out)
{
  static const struct {
    const char *word, *root, *user;
  } dirs[] = {
    {"confdir", "/etc/puppet", "/.puppet/etc"},
    {"codedir", "/etc/puppet/code", "/.puppet/code"},
    {"vardir", "/var/cache/puppet", "/.puppet/cache"},
    {"publicdir", "/var/cache/puppet/public", "/.puppet/cache/public"},
    {"rundir", "/run/puppet", "/.puppet/var/run"},
    {"logdir", "/var/log/puppet", "/.puppet/var/log"},
  };
  for (size_t i = 0; i < sizeof dirs / sizeof dirs[0]; i++) {
    if (strcmp(dirs[i].word, word) == 0) {
      const bool system = is_system(s);
      buf_printf(out, "%s%s", system ? "" : home(), system ? dirs[i].root : dirs[i].user);
      return true;
    }
  }
  str w = str_of(word);
  if (str_eqz(w, "certname")) certname(out);
  else if (str_eqz(w, "domain")) buf_z(out, host_names()->domain);
  else if (str_eqz(w, "hiera_config")) hiera_config(s, out);
  else if (str_eqz(w, "cadir")) cadir(s, out);
  else if (str_eqz(w, "ssldir")) ssldir(s, out);
  else if (str_eqz(w, "run_mode")) buf_z(out, settings_mode_name(settings_get_mode(s)));
  else if (str_eqz(w, "statsfile")) buf_z(out, is_system(s) ? "/var/lib/ficelle/stats" : "$vardir/ficelle/stats");
  else if (str_eqz(w, "user_agent")) buf_z(out, "ficelle/" FICELLE_VERSION);
  return out->n > 0;
}

/* Services of Debian without systemd, with update-rc.d and invoke-rc.d. */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <unistd.h>

#include "agent/providers/service/service.h"
#include "base/file.h"

#define UPDATE_RC "/usr/sbin/update-rc.d"
#define INVOKE_RC "/usr/sbin/invoke-rc.d"
#define SERVICE "/usr/sbin/service"
#define PLAIN_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-"

/* Process 1 stays what it is as long as the run. */
bool service_runs_systemd(struct ral *ral)
{
  static const char owner;
  enum { UNKNOWN, NO, YES } *known = ral_memory(ral, &owner, sizeof *known);
  struct buf text = BUF_HEAP;
  if (*known == UNKNOWN) {
    const int why = file_read("/proc/1/comm", 4096, &text);
    *known = why == 0 && str_find(buf_view(&text), STR("systemd"), 0) != SIZE_MAX ? YES : NO;
  }
  buf_free(&text);
  return *known == YES;
}

static size_t count_links(struct ral_resource *r, str link)
{
  glob_t g;
  const str pattern = arena_printf(r->ral->arena, "/etc/rc*.d/S\?\?%.*s", STR_FMT(link));
  const size_t n = glob(pattern.p, 0, NULL, &g) == 0 ? g.gl_pathc : 0;
  globfree(&g);
  return n;
}

/* --- services without a script --- */

/* Whether a program is Debian's script: it contains that line. */
static bool has_line(struct ral *ral, const char *path, const char *line)
{
  struct buf text = BUF_IN(ral->arena);
  return file_read(path, 1 << 20, &text) == 0 && str_find(buf_view(&text), str_of(line), 0) != SIZE_MAX;
}

/* Without systemd, Debian's programs only run scripts, so their answer about a service without a script is known. Not
 * calling them saves half a dozen processes for each such service, and many catalogs have them: services whose packages
 * will be installed in the same run. */
static bool has_no_script(struct ral_resource *r)
{
  const char *name = service_name(r);
  const char *script = arena_printf(r->ral->arena, "/etc/init.d/%s", name).p;
  if (log_enabled(&log_agent, LOG_LEVEL_DEBUG)) return false; /* shows what is run */
  if (!ascii_is_word((unsigned char)name[0]) || name[strspn(name, PLAIN_CHARACTERS)] != '\0') return false;
  return access(script, F_OK) != 0 && errno == ENOENT && access("/run/systemd/system", F_OK) != 0;
}

static bool is_never_enabled(struct ral_resource *r, str link)
{
  static const char line[] = "elif testexec \"${INITDPREFIX}${INITSCRIPTID}\"; then\n";
  glob_t g;
  if (!has_no_script(r) || !has_line(r->ral, INVOKE_RC, line)) return false;
  const str pattern = arena_printf(r->ral->arena, "/etc/rc*.d/[SK]\?\?%s", service_name(r));
  const bool linked = glob(pattern.p, 0, NULL, &g) != GLOB_NOMATCH;
  globfree(&g);
  return !linked && (str_eq(link, str_of(service_name(r))) || count_links(r, link) == 0);
}

static bool status(struct ral_resource *r, bool *running)
{
  static const char line[] = "   if [ -x \"${SERVICEDIR}/${SERVICE}\" ]; then\n";
  *running = false;
  if (ral_value(r, "status").kind == V_UNDEF && ral_flag(r, "hasstatus") && has_no_script(r) &&
      has_line(r->ral, SERVICE, line))
    return true;
  return service_base_status(r, running);
}

/* --- all services --- */

bool service_debian_enabled(struct ral_resource *r, str link, value *is)
{
  /* Exit statuses of invoke-rc.d: 104 and 106 mean that it would start the service; 101 and 105 mean that it does not
   * know, so the links decide. */
  const char *const argv[] = {INVOKE_RC, "--quiet", "--query", service_name(r), "start", NULL};
  const struct command c = {.argv = argv, .umask = -1, .separate = true};
  struct command_result result;
  *is = RAL_WORD(false);
  if (is_never_enabled(r, link)) return true;
  if (!command_try(r->ral, &c, &result)) return false;
  const int answer = result.end == COMMAND_EXITED ? result.status : -1;
  const bool unsure = answer == 101 || answer == 105;
  *is = answer == 104 || answer == 106 || (unsure && count_links(r, link) >= 4) ? RAL_WORD(true) : RAL_WORD(false);
  return true;
}

static bool enabled(struct ral_resource *r, value *is)
{
  return service_debian_enabled(r, ral_value_text(r, "name"), is);
}

static bool enable(struct ral_resource *r)
{
  const char *const drop[] = {UPDATE_RC, "-f", service_name(r), "remove", NULL};
  const char *const add[] = {UPDATE_RC, service_name(r), "defaults", NULL};
  return command_must(r->ral, drop, NULL) && command_must(r->ral, add, NULL);
}

/* Older versions of sysv-rc cannot disable services. */
static bool disable(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const struct command check = {
    .umask = -1,
    .locale = true,
    .shell = "dpkg --compare-versions $(dpkg-query -W --showformat '${Version}' sysv-rc) ge 2.88"};
  const char *const argv[] = {UPDATE_RC, service_name(r), "disable", NULL};
  const char *const drop[] = {UPDATE_RC, "-f", service_name(r), "remove", NULL};
  const char *const stop[] = {UPDATE_RC, service_name(r), "stop", "00", "1", "2", "3", "4", "5", "6", ".", NULL};
  struct command_result result;
  if (!command_run(ral, &check, &result)) return false;
  fwrite(result.output.p, 1, result.output.n, stderr); /* Puppet does not capture this output */
  if (result.end == COMMAND_EXITED && result.status == 0) return command_must(ral, argv, NULL);
  return command_must(ral, drop, NULL) && command_must(ral, stop, NULL);
}

static bool statuscmd(struct ral_resource *r, const char *const **argv)
{
  if (ral_flag(r, "hasstatus")) *argv = service_argv(r, SERVICE, service_name(r), "status");
  return true;
}

static bool suitable(struct ral *ral, const struct ral_provider *p)
{
  (void)p;
  return !service_runs_systemd(ral);
}

static const struct service_provider debian = {.status = status,
                                               .start = service_base_start,
                                               .stop = service_base_stop,
                                               .restart = service_base_restart,
                                               .startcmd = service_init_startcmd,
                                               .stopcmd = service_init_stopcmd,
                                               .restartcmd = service_init_restartcmd,
                                               .statuscmd = statuscmd,
                                               .enabled = enabled,
                                               .enable = enable,
                                               .disable = disable,
                                               .path = "/etc/init.d"};
static const char *const commands[] = {UPDATE_RC, INVOKE_RC, SERVICE, NULL};

const struct ral_provider service_debian = {.name = "debian",
                                            .commands = commands,
                                            .suitable = suitable,
                                            .features = "enableable refreshable",
                                            .specificity = 7,
                                            .instances = service_init_instances,
                                            .family = &debian};

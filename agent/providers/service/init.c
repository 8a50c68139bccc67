/* Services with System V init scripts. */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/providers/service/service.h"

#define INIT_D "/etc/init.d"

static bool is_directory(const char *path)
{
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Finds NAME in any of the directories, else NAME.sh. */
static bool find_script(struct ral_resource *r, const char **script)
{
  struct ral *ral = r->ral;
  const value path = ral_value(r, "path");
  const char *name = service_name(r);
  for (int pass = 0; pass < 2 && path.kind == V_ARRAY; pass++) {
    for (uint32_t i = 0; i < path.array->n; i++) {
      const char *dir = arena_strz(ral->arena, ral_text(path.array->items[i]));
      if (!is_directory(dir)) {
        const char *what = access(dir, F_OK) == 0 ? "is not a directory" : "does not exist";
        if (pass == 0) ral_log_provider(r, LOG_LEVEL_DEBUG, "Search path %s %s", dir, what);
        continue;
      }
      *script = arena_printf(ral->arena, "%s/%s%s", dir, name, pass == 0 ? "" : ".sh").p;
      if (access(*script, F_OK) == 0) return true;
      ral_log_provider(r, LOG_LEVEL_DEBUG, "Could not find %s%s in %s", name, pass == 0 ? "" : ".sh", dir);
    }
  }
  return ral_fail(ral, "Could not find init script for '%s'", name);
}

static bool script_command(struct ral_resource *r, const char *word, const char *const **argv)
{
  const char *script;
  if (!find_script(r, &script)) return false;
  *argv = service_argv(r, script, word, NULL);
  return true;
}

bool service_init_startcmd(struct ral_resource *r, const char *const **argv)
{
  return script_command(r, "start", argv);
}
bool service_init_stopcmd(struct ral_resource *r, const char *const **argv) { return script_command(r, "stop", argv); }

bool service_init_restartcmd(struct ral_resource *r, const char *const **argv)
{
  return !ral_flag(r, "hasrestart") || script_command(r, "restart", argv);
}

static bool statuscmd(struct ral_resource *r, const char *const **argv)
{
  return !ral_flag(r, "hasstatus") || script_command(r, "status", argv);
}

/* Scripts that are not services; some of them would shut the host down. */
static bool is_excluded(const char *name)
{
  static const char *const names[] = {"functions.sh",
                                      "reboot.sh",
                                      "shutdown.sh",
                                      "functions",
                                      "halt",
                                      "killall",
                                      "single",
                                      "linuxconf",
                                      "reboot",
                                      "boot",
                                      "wait-for-state",
                                      "portmap-wait",
                                      "rcS",
                                      "module-init-tools",
                                      "plymouth-ready",
                                      "idmapd-mounting",
                                      "startpar-bridge",
                                      "cryptdisks-udev",
                                      "statd-mounting",
                                      "gssd-mounting",
                                      NULL};
  for (int i = 0; names[i] != NULL; i++) {
    if (strcmp(names[i], name) == 0) return true;
  }
  return false;
}

bool service_init_instances(struct ral *ral, struct valuevec *names)
{
  DIR *dir = opendir(INIT_D);
  if (dir == NULL) {
    ral_log_run(ral, LOG_LEVEL_DEBUG, "Service path %s does not exist", INIT_D);
    return true;
  }
  for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
    const char *file = arena_printf(ral->arena, "%s/%s", INIT_D, e->d_name).p;
    if (e->d_name[0] == '.' || is_excluded(e->d_name) || is_directory(file) || access(file, X_OK) != 0) continue;
    valuevec_push(names, ral->arena, value_str(str_of(arena_strz(ral->arena, str_of(e->d_name)))));
  }
  closedir(dir);
  return true;
}

static str fact_text(struct ral *ral, const char *name)
{
  const value *os = hash_get_str(ral->facts, STR("os"));
  const value *v = os != NULL && os->kind == V_HASH ? hash_get_str(os->hash, str_of(name)) : NULL;
  return v != NULL ? ral_to_s(ral->arena, *v) : STR_EMPTY;
}

/* Debian and Red Hat have their own providers. */
static bool suitable(struct ral *ral, const struct ral_provider *p)
{
  (void)p;
  const str name = fact_text(ral, "name");
  return !str_eqz(name, "Debian") && !str_eqz(name, "Ubuntu") && !str_eqz(fact_text(ral, "family"), "RedHat");
}

static const struct service_provider init = {.status = service_base_status,
                                             .start = service_base_start,
                                             .stop = service_base_stop,
                                             .restart = service_base_restart,
                                             .startcmd = service_init_startcmd,
                                             .stopcmd = service_init_stopcmd,
                                             .restartcmd = service_init_restartcmd,
                                             .statuscmd = statuscmd,
                                             .path = INIT_D};

const struct ral_provider service_init = {.name = "init",
                                          .features = "refreshable",
                                          .specificity = 6,
                                          .suitable = suitable,
                                          .instances = service_init_instances,
                                          .family = &init};

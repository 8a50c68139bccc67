/* systemd services, with systemctl. States are queried once for all units, and again after something has changed. */

#include "agent/providers/service/service.h"

/* A service's unit, in r->data. */
struct unit {
  struct unit_round *round; /* NULL: not queried with the others */
  bool asked;               /* is_enabled has been read */
  str is_enabled;           /* output of `systemctl is-enabled` */
  int status;               /* and its exit status */
  bool active, known;       /* from the round */
};

/* The services that are queried together. */
struct unit_round {
  struct ral_resource **resources;
  uint32_t n;
  uint64_t changes; /* value of ral->changes at the query */
};

static struct unit *unit_of(struct ral_resource *r)
{
  if (r->data == NULL) r->data = ARENA_NEW(r->ral->arena, struct unit);
  return r->data;
}

/* systemctl with its path, as in messages. */
static const char *systemctl(struct ral *ral)
{
  const str path = command_find(ral, STR("systemctl"), NULL);
  return path.n > 0 ? arena_strz(ral->arena, path) : "systemctl";
}

static const char *const *verb(struct ral_resource *r, const char *word)
{
  const char **argv = arena_array(r->ral->arena, 5, sizeof *argv);
  argv[0] = systemctl(r->ral);
  argv[1] = word;
  argv[2] = "--";
  argv[3] = service_name(r);
  return argv;
}

static bool ask(struct ral_resource *r, const char *const *argv, struct command_result *result)
{
  const struct command c = {.argv = argv, .umask = -1, .separate = true};
  return command_try(r->ral, &c, result);
}

/* --- querying all units at once --- */

bool service_next_unit(str text, size_t *at, struct service_unit *out)
{
  bool found = false;
  *out = (struct service_unit){STR_EMPTY, STR_EMPTY, STR_EMPTY, STR_EMPTY, STR_EMPTY};
  while (*at < text.n) {
    size_t end = str_index(text, '\n', *at);
    if (end == SIZE_MAX) end = text.n;
    const str line = str_sub(text, *at, end - *at);
    *at = end + 1;
    if (line.n == 0 && found) return true;
    if (str_starts(line, STR("Id="))) out->id = str_from(line, 3);
    else if (str_starts(line, STR("Names="))) out->names = str_from(line, 6);
    else if (str_starts(line, STR("LoadState="))) out->load = str_from(line, 10);
    else if (str_starts(line, STR("ActiveState="))) out->active = str_from(line, 12);
    else if (str_starts(line, STR("UnitFileState="))) out->file_state = str_from(line, 14);
    found = found || line.n > 0;
  }
  return found;
}

str service_unit_name(struct arena *a, str name)
{
  static const char *const suffixes[] = {".service", ".socket", ".device", ".mount", ".automount", ".swap",
                                         ".target",  ".path",   ".timer",  ".slice", ".scope",     NULL};
  for (size_t i = 0; i < name.n; i++) {
    const unsigned char c = (unsigned char)name.p[i];
    if (!ascii_is_word(c) && c != ':' && c != '.' && c != '@' && !(c == '-' && i > 0)) return STR_EMPTY;
  }
  if (name.n == 0 || name.n > 200) return STR_EMPTY;
  for (int i = 0; suffixes[i] != NULL; i++) {
    if (name.n > strlen(suffixes[i]) && str_ends(name, str_of(suffixes[i]))) return name;
  }
  return arena_printf(a, "%.*s.service", STR_FMT(name));
}

/* The exit status for states for which `is-enabled` prints the same word; -1: it may print another word, and must be
 * run. */
static int enabled_status(str state)
{
  static const struct {
    const char *state;
    int status;
  } rows[] = {{"enabled", 0}, {"enabled-runtime", 0}, {"static", 0}, {"indirect", 0},      {"disabled", 1},
              {"masked", 1},  {"masked-runtime", 1},  {"linked", 1}, {"linked-runtime", 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (str_eqz(state, rows[i].state)) return rows[i].status;
  }
  return -1;
}

static void keep(struct ral_resource *r, const struct service_unit *found)
{
  struct unit *u = unit_of(r);
  const str name = service_unit_name(r->ral->arena, ral_value_text(r, "name"));
  const int status = enabled_status(found->file_state);
  u->known = str_eq(found->id, name); /* an alias has its own states */
  if (!u->known) return;
  u->active = str_eqz(found->active, "active") || str_eqz(found->active, "reloading") ||
              str_eqz(found->active, "refreshing");
  u->asked = status >= 0;
  if (!u->asked) return;
  u->is_enabled = found->file_state;
  u->status = status;
}

/* Results come in the order of the names, one block for each; otherwise all are ignored. */
static bool ask_all(struct ral *ral, struct unit_round *round)
{
  const char **argv = arena_array(ral->arena, round->n + 5, sizeof *argv);
  struct service_unit *units = arena_array(ral->arena, round->n + 1, sizeof *units);
  const struct command c = {.argv = argv, .umask = -1, .separate = true};
  struct command_result result;
  uint32_t n = 0;
  argv[n++] = systemctl(ral);
  argv[n++] = "show";
  argv[n++] = "--property=Id,Names,LoadState,ActiveState,UnitFileState";
  argv[n++] = "--";
  for (uint32_t i = 0; i < round->n; i++) {
    struct unit *u = unit_of(round->resources[i]);
    u->known = u->asked = false;
    argv[n++] = service_unit_name(ral->arena, ral_value_text(round->resources[i], "name")).p;
  }
  round->changes = ral->changes;
  if (!command_try(ral, &c, &result)) return false;
  if (result.end != COMMAND_EXITED || result.status != 0) return true;
  size_t at = 0;
  for (n = 0; n <= round->n && service_next_unit(result.output, &at, &units[n]); n++) continue;
  if (n != round->n) return true;
  for (uint32_t i = 0; i < round->n; i++) keep(round->resources[i], &units[i]);
  return true;
}

static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  struct unit_round *round = ARENA_NEW(ral->arena, struct unit_round);
  round->resources = arena_array(ral->arena, n + 1, sizeof *round->resources);
  for (uint32_t i = 0; i < n; i++) {
    if (service_unit_name(ral->arena, ral_value_text(resources[i], "name")).n == 0) continue;
    unit_of(resources[i])->round = round;
    round->resources[round->n++] = resources[i];
  }
  return round->n == 0 || ask_all(ral, round);
}

/* Queries again if something was changed since. */
static bool refreshed(struct ral_resource *r)
{
  struct unit *u = unit_of(r);
  if (u->round == NULL || u->round->changes == r->ral->changes) return true;
  return ask_all(r->ral, u->round);
}

/* --- commands --- */

static bool status(struct ral_resource *r, bool *running)
{
  struct unit *u = unit_of(r);
  if (ral_value(r, "status").kind == V_UNDEF) {
    if (!refreshed(r)) return false;
    if (u->known) {
      *running = u->active;
      return true;
    }
  }
  return service_base_status(r, running);
}

static bool statuscmd(struct ral_resource *r, const char *const **argv)
{
  *argv = verb(r, "is-active");
  return true;
}

static bool change_enable(struct ral_resource *r, const char *word)
{
  unit_of(r)->asked = false;
  if (command_must(r->ral, verb(r, word), NULL)) return true;
  return ral_fail(r->ral, "Could not %s %s: ", word, service_name(r));
}

static bool startcmd(struct ral_resource *r, const char *const **argv)
{
  if (!change_enable(r, "unmask")) return false;
  *argv = verb(r, "start");
  return true;
}

static bool stopcmd(struct ral_resource *r, const char *const **argv)
{
  *argv = verb(r, "stop");
  return true;
}

static bool restartcmd(struct ral_resource *r, const char *const **argv)
{
  *argv = verb(r, "restart");
  return true;
}

/* Runs daemon-reload if unit files have changed on disk. */
static bool reload_if_needed(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const char *const argv[] = {systemctl(ral), "show", "--property=NeedDaemonReload", "--", service_name(r), NULL};
  const char *const reload[] = {systemctl(ral), "daemon-reload", NULL};
  struct command_result result;
  if (!ask(r, argv, &result)) return false;
  if (!str_ends(str_trim(result.output), STR("=yes"))) return true;
  return ask(r, reload, &result);
}

/* Adds the messages in systemd's journal to the error. */
static bool explain(struct ral_resource *r, const char *action)
{
  struct ral *ral = r->ral;
  const char *name = service_name(r);
  const str line = arena_printf(ral->arena, "journalctl -n 50 --since '5 minutes ago' -u %s --no-pager", name);
  const struct command c = {.shell = line.p, .umask = -1};
  str journal;
  ral_log_run(ral, LOG_LEVEL_DEBUG, "Running journalctl command to get logs for systemd %s failure: %s", action,
              line.p);
  if (!command_check(ral, &c, &journal)) return false;
  return ral_fail(ral, "Systemd %s for %s failed!\njournalctl log for %s:\n%.*s", action, name, name, STR_FMT(journal));
}

static bool start(struct ral_resource *r)
{
  return (reload_if_needed(r) && service_base_start(r)) || explain(r, "start");
}

static bool stop(struct ral_resource *r) { return service_base_stop(r) || explain(r, "stop"); }

static bool restart(struct ral_resource *r)
{
  return (reload_if_needed(r) && service_base_restart(r)) || explain(r, "restart");
}

/* --- enabling --- */

static bool read_enabled(struct ral_resource *r)
{
  struct unit *u = unit_of(r);
  struct command_result result;
  if (!refreshed(r)) return false;
  if (u->asked) return true;
  if (!ask(r, verb(r, "is-enabled"), &result)) return false;
  u->asked = true;
  u->is_enabled = result.output;
  if (u->is_enabled.n > 0 && u->is_enabled.p[u->is_enabled.n - 1] == '\n') u->is_enabled.n--;
  u->status = result.end == COMMAND_EXITED ? result.status : 1;
  return true;
}

static bool on_debian(struct ral *ral)
{
  const value *os = hash_get_str(ral->facts, STR("os"));
  const value *family = os != NULL && os->kind == V_HASH ? hash_get_str(os->hash, STR("family")) : NULL;
  return family != NULL && str_caseeq(ral_to_s(ral->arena, *family), STR("debian"));
}

/* The name in /etc/rc?.d of a unit that is generated from an init script. */
static str script_name(struct ral_resource *r)
{
  const str name = ral_value_text(r, "name");
  return str_find(name, STR(".service"), 0) == SIZE_MAX ? name : str_sub(name, 0, str_index(name, '.', 0));
}

static bool enabled(struct ral_resource *r, value *is)
{
  if (!read_enabled(r)) return false;
  const struct unit *u = unit_of(r);
  if (ral_is(ral_value(r, "enable"), "mask") && str_eqz(u->is_enabled, "masked")) *is = RAL_WORD(mask);
  else if (str_eqz(u->is_enabled, "indirect")) *is = RAL_WORD(false);
  else if (u->status == 0) *is = RAL_WORD(true);
  else if (u->is_enabled.n == 0 && on_debian(r->ral)) return service_debian_enabled(r, script_name(r), is);
  else *is = RAL_WORD(false);
  return true;
}

static bool enabled_insync(struct ral_resource *r, value is, bool *in)
{
  const value should = ral_value(r, "enable");
  if (!read_enabled(r)) return false;
  const struct unit *u = unit_of(r);
  *in = value_same(is, should);
  if (str_eqz(u->is_enabled, "static") && !ral_is(should, "mask")) {
    ral_log_run(r->ral, LOG_LEVEL_DEBUG, "Unable to enable or disable static service %s", service_name(r));
    *in = true;
  } else if (str_eqz(u->is_enabled, "indirect")) {
    ral_log_run(r->ral, LOG_LEVEL_DEBUG, "Service %s is in 'indirect' state and cannot be enabled/disabled",
                service_name(r));
    *in = true;
  }
  return true;
}

static bool enable(struct ral_resource *r) { return change_enable(r, "unmask") && change_enable(r, "enable"); }
static bool disable(struct ral_resource *r) { return change_enable(r, "disable"); }

static bool mask(struct ral_resource *r)
{
  struct command_result result;
  if (!ask(r, verb(r, "cat"), &result)) return false;
  if (result.end == COMMAND_EXITED && result.status == 0 && !disable(r)) return false;
  return change_enable(r, "mask");
}

/* --- the provider --- */

/* Lists units from lines of list-unit-files that have a state known to Puppet. */
static bool instances(struct ral *ral, struct valuevec *names)
{
  static const char *const states[] = {"disabled", "enabled", "masked", "indirect", "bad", "static", NULL};
  const char *const argv[] = {systemctl(ral), "list-unit-files", "--type",     "service",
                              "--full",       "--all",           "--no-pager", NULL};
  str output;
  if (!command_must(ral, argv, &output)) return true;
  for (str rest = output; rest.n > 0;) {
    const str line = str_cut(&rest, '\n');
    const size_t n = str_index(line, ' ', 0);
    if (n == SIZE_MAX || n == 0) continue;
    str state = str_trim(str_from(line, n));
    if (str_index(state, ' ', 0) != SIZE_MAX) state.n = str_index(state, ' ', 0);
    for (int i = 0; states[i] != NULL; i++) {
      if (!str_caseeq(state, str_of(states[i]))) continue;
      valuevec_push(names, ral->arena, value_str(str_of(arena_strz(ral->arena, str_sub(line, 0, n)))));
      break;
    }
  }
  return true;
}

static const struct service_provider systemd = {.status = status,
                                                .start = start,
                                                .stop = stop,
                                                .restart = restart,
                                                .enabled = enabled,
                                                .enable = enable,
                                                .disable = disable,
                                                .mask = mask,
                                                .enabled_insync = enabled_insync,
                                                .startcmd = startcmd,
                                                .stopcmd = stopcmd,
                                                .restartcmd = restartcmd,
                                                .statuscmd = statuscmd};
static const char *const commands[] = {"systemctl", NULL};

/* Puppet lists the systems where it is the default. Where systemd runs, no other provider of ours takes precedence. */
static bool suitable(struct ral *ral, const struct ral_provider *p)
{
  (void)p;
  return service_runs_systemd(ral);
}

const struct ral_provider service_systemd = {.name = "systemd",
                                             .commands = commands,
                                             .suitable = suitable,
                                             .features = "enableable maskable refreshable",
                                             .specificity = 106,
                                             .prefetch = prefetch,
                                             .instances = instances,
                                             .family = &systemd};

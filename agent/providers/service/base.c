/* The base provider: services that are controlled by commands and found in the process table. Other providers use its
 * functions. */
#include "agent/providers/service/service.h"

const char *service_name(const struct ral_resource *r) { return arena_strz(r->ral->arena, ral_value_text(r, "name")); }

const char *const *service_argv(struct ral_resource *r, const char *program, const char *a, const char *b)
{
  const char **argv = arena_array(r->ral->arena, 5, sizeof *argv);
  size_t n = 0;
  argv[n++] = program;
  if (a != NULL) argv[n++] = a;
  if (b != NULL) argv[n++] = b;
  return argv;
}

/* --- commands --- */

/* The command in the attribute, else the provider's. A single text is run by the shell, like in Ruby's exec. */
static bool command_of(struct ral_resource *r, const char *attribute,
                       bool (*of_provider)(struct ral_resource *, const char *const **), struct command *c, bool *found)
{
  const value given = ral_value(r, attribute);
  const char *const *argv = NULL;
  *c = (struct command){.umask = -1, .locale = true};
  *found = true;
  if (given.kind == V_ARRAY) { /* Ruby's exec runs an array without a shell */
    const char **words = arena_array(r->ral->arena, given.array->n + 1, sizeof *words);
    for (uint32_t i = 0; i < given.array->n; i++) {
      words[i] = arena_strz(r->ral->arena, ral_to_s(r->ral->arena, given.array->items[i]));
    }
    c->argv = words;
    return true;
  }
  if (given.kind != V_UNDEF) {
    c->shell = arena_strz(r->ral->arena, ral_to_s(r->ral->arena, given));
    return true;
  }
  if (of_provider != NULL && !of_provider(r, &argv)) return false;
  *found = argv != NULL;
  c->argv = argv;
  if (argv != NULL && argv[1] == NULL) c->shell = argv[0];
  return true;
}

static bool run(struct ral_resource *r, const char *attribute, const struct command *c)
{
  if (command_check(r->ral, c, NULL)) return true;
  const str why = r->ral->error;
  return ral_fail(r->ral, "Could not %s %.*s: %.*s", attribute, STR_FMT(r->ref), STR_FMT(why));
}

/* --- the process table --- */

str service_find_pid(struct arena *a, str table, const struct regex *pattern)
{
  for (size_t at = 0; at < table.n;) {
    size_t end = str_index(table, '\n', at), from = at;
    if (end == SIZE_MAX) end = table.n;
    const str line = str_sub(table, at, end - at);
    at = end + 1;
    if (regex_search(pattern, line, 0, NULL) != REGEX_MATCH) continue;
    from = 0;
    for (int field = 0; field < 2; field++) {
      from = str_spaces(line, from);
      end = from;
      while (end < line.n && !ascii_is_space((unsigned char)line.p[end])) end++;
      if (field == 1) return str_of(arena_strz(a, str_sub(line, from, end - from)));
      from = end;
    }
  }
  return STR_EMPTY;
}

static bool find_pid(struct ral_resource *r, str *pid)
{
  static const char *const argv[] = {"ps", "-ef", NULL};
  struct ral *ral = r->ral;
  const str pattern = ral_to_s(ral->arena, ral_value(r, "pattern"));
  str error, table;
  if (pattern.n == 0) return ral_fail(ral, "Either stop/status commands or a pattern must be specified");
  const struct regex *re = regex_compile(ral->arena, pattern, &error);
  if (re == NULL) return ral_fail(ral, "%.*s", STR_FMT(error));
  if (!command_must(ral, argv, &table)) return false;
  *pid = service_find_pid(ral->arena, table, re);
  return true;
}

/* --- functions of providers --- */

bool service_base_status(struct ral_resource *r, bool *running)
{
  struct command c;
  struct command_result result;
  bool found;
  str pid;
  if (!command_of(r, "status", service_provider(r)->statuscmd, &c, &found)) return false;
  if (found) {
    if (!command_try(r->ral, &c, &result)) return false;
    *running = result.end == COMMAND_EXITED && result.status == 0;
    return true;
  }
  if (!find_pid(r, &pid)) return false;
  *running = pid.n > 0;
  if (*running) ral_log_provider(r, LOG_LEVEL_DEBUG, "PID is %.*s", STR_FMT(pid));
  return true;
}

bool service_base_start(struct ral_resource *r)
{
  struct command c;
  bool found;
  return command_of(r, "start", service_provider(r)->startcmd, &c, &found) && run(r, "start", &c);
}

bool service_base_stop(struct ral_resource *r)
{
  struct command c;
  bool found;
  str pid;
  if (!command_of(r, "stop", service_provider(r)->stopcmd, &c, &found)) return false;
  if (found) return run(r, "stop", &c);
  if (!find_pid(r, &pid)) return false;
  if (pid.n == 0) {
    ral_log_provider(r, LOG_LEVEL_INFO, "%s is not running", service_name(r));
    return true;
  }
  const char *const argv[] = {"kill", pid.p, NULL};
  if (command_must(r->ral, argv, NULL)) return true;
  return ral_fail(r->ral, "Could not kill %s, PID %.*s: ", service_name(r), STR_FMT(pid));
}

bool service_base_restart(struct ral_resource *r)
{
  struct command c;
  bool found;
  if (!command_of(r, "restart", service_provider(r)->restartcmd, &c, &found)) return false;
  if (found) return run(r, "restart", &c);
  return service_provider(r)->stop(r) && service_provider(r)->start(r);
}

static bool startcmd(struct ral_resource *r, const char *const **argv)
{
  const value binary = ral_value(r, "binary");
  if (binary.kind == V_UNDEF) return ral_fail(r->ral, "Services must specify a start command or a binary");
  *argv = service_argv(r, arena_strz(r->ral->arena, ral_to_s(r->ral->arena, binary)), NULL, NULL);
  return true;
}

static const struct service_provider base = {.status = service_base_status,
                                             .start = service_base_start,
                                             .stop = service_base_stop,
                                             .restart = service_base_restart,
                                             .startcmd = startcmd};
static const char *const commands[] = {"kill", NULL};

const struct ral_provider service_base = {
  .name = "base", .commands = commands, .features = "refreshable", .specificity = 5, .family = &base};

/* The base class of Puppet's providers, which can only restart. */
static const struct service_provider service = {.restart = service_base_restart};

const struct ral_provider service_service = {
  .name = "service", .features = "refreshable", .specificity = 4, .family = &service};

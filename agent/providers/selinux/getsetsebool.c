/* Booleans of the SELinux policy, with getsebool and setsebool. */
#include "agent/ral/munge.h"
#include "agent/providers/selinux/selinux.h"
#include "agent/system/command.h"

#define GETSEBOOL "/usr/sbin/getsebool"
#define SETSEBOOL "/usr/sbin/setsebool"

static const char *const commands[] = {GETSEBOOL, SETSEBOOL, NULL};

static bool has_line_end(str text, str end)
{
  for (size_t at = 0; (at = str_find(text, end, at)) != SIZE_MAX; at += end.n) {
    if (at + end.n == text.n || text.p[at + end.n] == '\n') return true;
  }
  return false;
}

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  str out;
  (void)a;
  ral_log(r, LOG_LEVEL_DEBUG, "Retrieving value of selboolean %.*s", STR_FMT(ral_value_text(r, "name")));
  const char *const argv[] = {GETSEBOOL, arena_strz(r->ral->arena, ral_value_text(r, "name")), NULL};
  if (!command_must(r->ral, argv, &out)) return false;
  if (has_line_end(out, STR(" off"))) *is = ral_symbol(r->ral->arena, STR("off"));
  else if (has_line_end(out, STR(" on"))) *is = ral_symbol(r->ral->arena, STR("on"));
  else return ral_fail(r->ral, "Invalid response '%.*s' returned from getsebool", STR_FMT(str_trim(out)));
  return true;
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  struct arena *arena = r->ral->arena;
  const char *argv[5] = {SETSEBOOL};
  size_t n = 1;
  (void)a;
  if (ral_flag(r, "persistent")) argv[n++] = "-P";
  argv[n++] = arena_strz(arena, ral_value_text(r, "name"));
  argv[n++] = arena_strz(arena, ral_text(should));
  argv[n] = NULL;
  return selinux_change(r->ral, argv);
}

static bool no_instances(struct ral *ral, struct valuevec *names)
{
  (void)names;
  return ral_fail_listing(ral, "getsetsebool");
}

const struct ral_provider ral_provider_getsetsebool = {
  .name = "getsetsebool", .commands = commands, .instances = no_instances, .get = get, .set = set};

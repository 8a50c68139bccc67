/* Manages users with useradd, usermod, userdel, chage and chpasswd. */
#include <time.h>
#include <unistd.h>

#include "agent/providers/accounts/accounts.h"
#include "agent/ral/munge.h"
#include "agent/system/command.h"

static const char *const commands[] = {"useradd", "userdel", "usermod", "chage", "chpasswd", NULL};

/* --- reading --- */

static value day_of(struct ral *ral, int64_t days)
{
  const time_t t = (time_t)days * 86400;
  struct tm tm;
  if (days < 0 || gmtime_r(&t, &tm) == NULL) return RAL_WORD(absent);
  return value_str(arena_printf(ral->arena, "%04d-%02d-%02d", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday));
}

static bool get_shadow(struct ral *ral, const struct account_user *u, const char *name, value *is)
{
  const struct account_shadow *s = account_shadow(ral, u->name);
  if (s == NULL) return true;
  if (strcmp(name, "password") == 0) *is = value_str(s->password);
  else if (strcmp(name, "password_min_age") == 0) *is = value_int(s->min);
  else if (strcmp(name, "password_max_age") == 0) *is = value_int(s->max);
  else if (strcmp(name, "password_warn_days") == 0) *is = value_int(s->warn);
  else if (strcmp(name, "expiry") == 0) *is = day_of(ral, s->expires);
  return true;
}

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  if (!ral_need_text_as_name(r)) return false;
  const struct account_user *u = account_user(r->ral, ral_value_text(r, "name"));
  *is = RAL_WORD(absent);
  if (u == NULL) return true;
  if (strcmp(a->name, "ensure") == 0) *is = RAL_WORD(present);
  else if (strcmp(a->name, "uid") == 0) *is = value_int(u->uid);
  else if (strcmp(a->name, "gid") == 0) *is = value_int(u->gid);
  else if (strcmp(a->name, "home") == 0) *is = value_str(u->home);
  else if (strcmp(a->name, "comment") == 0) *is = value_str(u->comment);
  else if (strcmp(a->name, "shell") == 0) *is = value_str(u->shell);
  else if (strcmp(a->name, "groups") == 0) *is = value_array(account_groups_of(r->ral, u));
  else return get_shadow(r->ral, u, a->name, is);
  return true;
}

/* --- commands --- */

struct line {
  const char *argv[40];
  size_t n;
};

static void push(struct line *l, const char *word)
{
  if (l->n + 1 < sizeof l->argv / sizeof *l->argv) l->argv[l->n++] = word;
}

static const char *text_of(struct ral *ral, value v)
{
  return ral_is(v, "absent") ? "" : arena_strz(ral->arena, ral_to_s(ral->arena, v));
}

/* If the password is managed, commands about the user are not printed. */
static bool run(struct ral_resource *r, const struct line *l, bool sensitive)
{
  const struct command c = {.argv = l->argv, .umask = -1, .sensitive = sensitive};
  return command_must_as(r->ral, &c, NULL);
}

static bool has_secrets(const struct ral_resource *r)
{
  for (const struct ral_attribute *a = r->type->attributes; a->name != NULL; a++) {
    const struct ral_setting *s = &r->settings[a - r->type->attributes];
    if (a->flags & RAL_PROPERTY && s->set && strcmp(a->name, "password") == 0) return true;
  }
  return false;
}

static bool check_shell(struct ral_resource *r)
{
  const value shell = ral_value(r, "shell");
  const char *path = text_of(r->ral, shell);
  if (shell.kind == V_UNDEF) return true;
  if (!ral_need_text(r->ral, shell)) return false;
  if (access(path, F_OK) != 0) return ral_fail(r->ral, "Shell %s must exist", path);
  return access(path, X_OK) == 0 || ral_fail(r->ral, "Shell %s must be executable", path);
}

static void add_ages(struct ral_resource *r, struct line *l)
{
  static const struct {
    const char *name, *flag;
  } ages[] = {{"password_min_age", "-m"}, {"password_max_age", "-M"}, {"password_warn_days", "-W"}};
  for (size_t i = 0; i < sizeof ages / sizeof *ages; i++) {
    const value v = ral_value(r, ages[i].name);
    if (v.kind == V_UNDEF) continue;
    push(l, ages[i].flag);
    push(l, text_of(r->ral, v));
  }
}

static void add_properties(struct ral_resource *r, struct line *l)
{
  static const struct {
    const char *name, *flag;
  } properties[] = {{"comment", "-c"}, {"expiry", "-e"}, {"gid", "-g"}, {"groups", "-G"},
                    {"home", "-d"},    {"shell", "-s"},  {"uid", "-u"}};
  for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
    const value v = ral_value(r, properties[i].name);
    if (v.kind == V_UNDEF || (v.kind == V_STRING && value_text(v).n == 0)) continue;
    push(l, properties[i].flag);
    push(l, text_of(r->ral, v));
  }
}

static bool failed(struct ral_resource *r, const char *verb, const char *name)
{
  const str why = r->ral->error;
  return ral_fail(r->ral, "Could not %s user %s: %.*s", verb, name, STR_FMT(why));
}

static bool modify(struct ral_resource *r, const char *attribute, const char *program, const char *flag, const char *v)
{
  struct ral *ral = r->ral;
  const char *name = arena_strz(ral->arena, ral_value_text(r, "name"));
  struct line l = {{program, flag, v}, 3};
  if (strcmp(attribute, "uid") == 0 && ral_flag(r, "allowdupe")) push(&l, "-o");
  push(&l, name);
  if (run(r, &l, strcmp(attribute, "password") == 0)) return true;
  const str why = ral->error;
  return ral_fail(ral, "Could not set %s on user[%s]: %.*s", attribute, name, STR_FMT(why));
}

static bool create(struct ral_resource *r, const char *name)
{
  struct ral *ral = r->ral;
  struct line l = {{"useradd"}, 1}, ages = {{"chage"}, 1};
  const value password = ral_value(r, "password");
  if (!check_shell(r)) return false;
  if (account_user(ral, str_of(name)) != NULL) {
    ral_log(r, LOG_LEVEL_INFO, "already exists");
  } else {
    if (ral_value(r, "gid").kind == V_UNDEF && account_gid(ral, value_str(str_of(name))) >= 0) {
      push(&l, "-g");
      push(&l, name);
    }
    add_properties(r, &l);
    if (ral_flag(r, "allowdupe")) push(&l, "-o");
    push(&l, ral_flag(r, "managehome") ? "-m" : "-M");
    if (ral_flag(r, "system")) push(&l, "-r");
    push(&l, name);
    if (!run(r, &l, has_secrets(r))) return failed(r, "create", name);
    add_ages(r, &ages);
    if (ages.n > 1) {
      push(&ages, name);
      if (!run(r, &ages, has_secrets(r))) return failed(r, "create", name);
    }
  }
  return password.kind == V_UNDEF || modify(r, "password", "usermod", "-p", text_of(ral, password));
}

static bool destroy(struct ral_resource *r, const char *name)
{
  struct line l = {{"userdel"}, 1};
  if (account_user(r->ral, str_of(name)) == NULL) {
    ral_log(r, LOG_LEVEL_INFO, "already absent");
    return true;
  }
  if (ral_flag(r, "managehome")) push(&l, "-r");
  push(&l, name);
  return run(r, &l, false) || failed(r, "delete", name);
}

static bool set_password(struct ral_resource *r, const char *name, value should)
{
  struct ral *ral = r->ral;
  const char *const argv[] = {"chpasswd", "-e", NULL};
  struct buf input = BUF_IN(ral->arena);
  struct command_result out;
  buf_printf(&input, "%s:%s\n", name, text_of(ral, should));
  const struct command c = {.argv = argv, .umask = -1, .input = input.p, .sensitive = true};
  ral_log_run(ral, LOG_LEVEL_DEBUG, "Executing: '[redacted]'");
  if (!command_run(ral, &c, &out)) {
    const str why = ral->error;
    return ral_fail(ral, "Could not set password on user[%s]: %.*s", name, STR_FMT(why));
  }
  return out.output.n == 0 || ral_fail(ral, "chpasswd said %.*s", STR_FMT(out.output));
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  static const struct {
    const char *name, *program, *flag;
  } rows[] = {{"home", "usermod", "-d"},
              {"uid", "usermod", "-u"},
              {"gid", "usermod", "-g"},
              {"comment", "usermod", "-c"},
              {"shell", "usermod", "-s"},
              {"groups", "usermod", "-G"},
              {"expiry", "usermod", "-e"},
              {"password_min_age", "chage", "-m"},
              {"password_max_age", "chage", "-M"},
              {"password_warn_days", "chage", "-W"}};
  const char *name = arena_strz(r->ral->arena, ral_value_text(r, "name"));
  if (strcmp(a->name, "ensure") == 0) return ral_is(should, "absent") ? destroy(r, name) : create(r, name);
  if (strcmp(a->name, "password") == 0) return set_password(r, name, should);
  if (strcmp(a->name, "shell") == 0 && !check_shell(r)) return false;
  if (strcmp(a->name, "groups") == 0 && ral_has_space(ral_text(should))) {
    return ral_fail(r->ral, "Invalid value %.*s: Groups must be comma-separated", STR_FMT(ral_text(should)));
  }
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i].name, a->name) != 0) continue;
    return modify(r, a->name, rows[i].program, rows[i].flag, text_of(r->ral, should));
  }
  return ral_fail(r->ral, "The useradd provider can not handle attribute %s", a->name);
}

const struct ral_provider ral_provider_useradd = {
  .name = "useradd",
  .commands = commands,
  .instances = account_user_names,
  .get = get,
  .set = set,
  .features = "manages_homedir allows_duplicates manages_expiry system_users manages_passwords manages_password_age "
              "manages_shell"};

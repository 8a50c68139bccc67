/* The resource type `cron`: jobs in crontabs. */
#include <stdlib.h>
#include <unistd.h>

#include "agent/providers/accounts/accounts.h"
#include "agent/providers/parsed/crontab.h"
#include "agent/ral/munge.h"
#include "compiler/values/ruby_text.h"

extern const struct ral_provider ral_provider_crontab;
static const struct ral_provider *const providers[] = {&ral_provider_crontab, NULL};

static const char *const weekdays[] = {"sunday",   "monday", "tuesday",  "wednesday",
                                       "thursday", "friday", "saturday", NULL};
static const char *const months[] = {"january", "february",  "march",   "april",    "may",      "june", "july",
                                     "august",  "september", "october", "november", "december", NULL};

static const struct field {
  const char *name;
  long from, to;
  const char *const *names;
} fields[] = {{"minute", 0, 59, NULL},
              {"hour", 0, 23, NULL},
              {"weekday", 0, 7, weekdays},
              {"month", 1, 12, months},
              {"monthday", 1, 31, NULL}};

/* --- times --- */

static size_t digits(str s, size_t at)
{
  size_t n = 0;
  while (at + n < s.n && ascii_is_digit((unsigned char)s.p[at + n])) n++;
  return n;
}

/* Steps, ranges, and ranges with steps are accepted unchanged. */
static bool is_range(str s)
{
  if (s.n > 2 && s.p[0] == '*' && s.p[1] == '/') return digits(s, 2) == s.n - 2;
  size_t at = digits(s, 0);
  if (at == 0 || at == s.n || s.p[at++] != '-') return false;
  const size_t n = digits(s, at);
  at += n;
  if (n == 0 || at == s.n) return n > 0;
  if (s.p[at++] != '/') return false;
  return at < s.n && digits(s, at) == s.n - at;
}

/* The number of a name, or of its first three letters; -1: no such name. */
static int number_of_name(const struct field *f, str s)
{
  for (int i = 0; f->names != NULL && f->names[i] != NULL; i++) {
    const str name = str_of(f->names[i]);
    if (str_caseeq(s, s.n == 3 ? str_sub(name, 0, 3) : name)) return i + f->from;
  }
  return -1;
}

static bool munge_time(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  struct arena *arena = r->ral->arena;
  const struct field *f = fields;
  while (strcmp(f->name, a->name) != 0) f++;
  const str s = ral_to_s(arena, *v);
  if (str_eqz(s, "absent") || str_eqz(s, "*")) {
    *v = RAL_WORD(absent);
    return true;
  }
  if (is_range(s)) return true;
  if (s.n > 0 && digits(s, 0) == s.n) {
    const long n = strtol(arena_strz(arena, s), NULL, 10);
    if (n < f->from || n > f->to) return ral_munging_failed(r, a, *v, "%.*s is not a valid %s", STR_FMT(s), a->name);
    *v = value_str(s);
    return true;
  }
  if (v->kind != V_STRING && v->kind != V_INT && f->names != NULL) return ral_no_method(r, a, *v, "downcase", NULL);
  const int n = number_of_name(f, s);
  if (n < 0) return ral_munging_failed(r, a, *v, "%.*s is not a valid %s", STR_FMT(s), a->name);
  *v = value_str(arena_printf(arena, "%d", n));
  return true;
}

static value should_time(const struct ral_resource *r, const struct ral_attribute *a)
{
  const value given = r->settings[a - r->type->attributes].value;
  if (given.array->n == 0) return given;
  return ral_is(given.array->items[0], "absent") ? RAL_WORD(absent) : given;
}

static bool insync_time(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  struct buf one = BUF_IN(r->ral->arena), other = BUF_IN(r->ral->arena);
  ral_show_value(&one, is);
  ral_show_value(&other, should_time(r, a));
  *in = str_eq(buf_view(&one), buf_view(&other));
  return true;
}

/* --- other attributes --- */

static bool munge_command(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  if (v->kind != V_STRING) {
    return ral_fail_system(r->ral, "Could not set %s on cron: undefined method `strip' for %.*s:%s", a->name,
                           STR_FMT(ral_inspect(r->ral->arena, *v)), ruby_class(*v));
  }
  *v = value_str(str_trim(ral_text(*v)));
  return true;
}

static bool validate_special(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  static const char *const specials[] = {"reboot", "yearly",   "annually", "monthly", "weekly",
                                         "daily",  "midnight", "hourly",   "absent",  NULL};
  (void)a;
  for (int i = 0; specials[i] != NULL; i++) {
    if (str_eqz(ral_text(v), specials[i])) return true;
  }
  return ral_fail(r->ral, "Invalid special schedule %.*s", STR_FMT(ral_inspect(r->ral->arena, v)));
}

static bool munge_special(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)r, (void)a;
  if (str_eqz(ral_text(*v), "absent")) *v = RAL_WORD(absent);
  return true;
}

/* NAME = VALUE; blanks around the equals sign are allowed. */
static bool validate_environment(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  const str s = ral_text(v);
  size_t at = 0, end;
  if (str_eqz(s, "absent")) return true;
  at = str_spaces(s, at);
  for (end = at; end < s.n && ascii_is_word((unsigned char)s.p[end]);) end++;
  const bool word = end > at;
  end = str_spaces(s, end);
  if (word && end < s.n && s.p[end] == '=') return true;
  return ral_fail(r->ral, "Invalid environment setting %.*s", STR_FMT(ral_inspect(r->ral->arena, v)));
}

/* The order does not matter. */
static bool insync_environment(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const struct array *should = r->settings[a - r->type->attributes].value.array;
  *in = is.kind == V_ARRAY && is.array->n == should->n;
  for (uint32_t i = 0; *in && i < should->n; i++) {
    *in = value_among(is.array->items, is.array->n, should->items[i]) &&
          value_among(should->items, should->n, is.array->items[i]);
  }
  return true;
}

static bool change_environment(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  const struct array *should = r->settings[a - r->type->attributes].value.array;
  if (should->n == 1 && ral_is(should->items[0], "absent")) return false;
  if (ral_is(is, "absent")) buf_z(out, "defined 'environment' as ");
  else {
    buf_z(out, "environment changed ");
    ral_show_value(out, is);
    buf_z(out, " to ");
  }
  buf_str(out, ral_join(r->ral->arena, should, ","));
  return true;
}

/* The default is the crontab of the job's user. */
static value default_target(struct ral_resource *r)
{
  const value user = ral_value(r, "user");
  if (user.kind != V_UNDEF) return user;
  const struct account_user *u = account_user_of(r->ral, getuid());
  return value_str(u != NULL ? u->name : STR("root"));
}

static bool validate(struct ral_resource *r)
{
  static const char *const times[] = {"minute", "hour", "weekday", "monthday", "month", NULL};
  const value special = ral_value(r, "special");
  if (special.kind == V_UNDEF || ral_is(special, "absent")) return true;
  for (int i = 0; times[i] != NULL; i++) {
    const value v = ral_value(r, times[i]);
    if (v.kind == V_UNDEF || ral_is(v, "absent")) continue;
    return ral_fail(r->ral, "%.*s cannot specify both a special schedule and a value for %s", STR_FMT(r->ref),
                    times[i]);
  }
  return true;
}

#define TIME(name_)                                                                                    \
  {                                                                                                    \
    .name = name_, .flags = RAL_PROPERTY | RAL_ALL, .validate = ral_validate_any, .munge = munge_time, \
    .should = should_time, .insync = insync_time                                                       \
  }

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words, .fallback = ral_fallback_present},
  {.name = "command", .flags = RAL_PROPERTY, .munge = munge_command},
  {.name = "special", .flags = RAL_PROPERTY, .validate = validate_special, .munge = munge_special},
  TIME("minute"),
  TIME("hour"),
  TIME("weekday"),
  TIME("month"),
  TIME("monthday"),
  {.name = "environment",
   .flags = RAL_PROPERTY | RAL_ALL,
   .validate = validate_environment,
   .insync = insync_environment,
   .change = change_environment},
  {.name = "user", .flags = RAL_PROPERTY},
  {.name = "target", .flags = RAL_PROPERTY, .fallback = default_target},
  {0}};

const struct ral_type ral_type_cron = {.name = "cron",
                                       .attributes = attributes,
                                       .providers = providers,
                                       .validate = validate,
                                       .listed = crontab_listed,
                                       .undo = {RAL_UNDO_VALUES}};

/* The resource type `augeas`: changes configuration files with Augeas. */
#include <stdlib.h>
#include <unistd.h>

#include "agent/providers/augeas/commands.h"
#include "agent/providers/augeas/handle.h"
#include "agent/ral/munge.h"
#include "agent/system/command.h"
#include "agent/types/file/file.h"
#include "compiler/values/ruby_format.h"

static const char *argument(struct ral *ral, const struct augeas_command *c, uint32_t i)
{
  return arena_strz(ral->arena, ral_text(c->args[i]));
}

/* --- changes --- */

enum outcome { DONE, REFUSED, FAILED };

static enum outcome insert(struct ral *ral, augeas *aug, const struct augeas_command *c)
{
  const char *label = argument(ral, c, 0), *where = argument(ral, c, 1), *path = argument(ral, c, 2);
  const bool before = strcmp(where, "before") == 0;
  if (!before && strcmp(where, "after") != 0) {
    ral_fail(ral, "Invalid value '%s' for where param", where);
    return FAILED;
  }
  return augeas_library()->aug_insert(aug, path, label, before) < 0 ? REFUSED : DONE;
}

static enum outcome touch(struct ral *ral, augeas *aug, const char *path)
{
  struct valuevec there = {0};
  if (!augeas_match(ral, aug, path, &there)) return FAILED;
  return there.n == 0 && augeas_library()->aug_set(aug, path, NULL) < 0 ? REFUSED : DONE;
}

static enum outcome send(struct ral_resource *r, augeas *aug, const struct augeas_command *c)
{
  const struct augeas_library *l = augeas_library();
  struct ral *ral = r->ral;
  const char *name = arena_strz(ral->arena, c->name), *a = argument(ral, c, 0);
  const char *b = c->n > 1 ? argument(ral, c, 1) : NULL, *d = c->n > 2 ? argument(ral, c, 2) : NULL;
  int rc = 0;
  if (strcmp(name, "set") == 0) (void)l->aug_set(aug, a, b); /* errors of set and clearm are ignored, as in Puppet */
  else if (strcmp(name, "setm") == 0) rc = l->aug_setm(aug, a, b, d);
  else if (strcmp(name, "rm") == 0 || strcmp(name, "remove") == 0) rc = l->aug_rm(aug, a);
  else if (strcmp(name, "clear") == 0) rc = l->aug_set(aug, a, NULL);
  else if (strcmp(name, "clearm") == 0) (void)l->aug_setm(aug, a, b, NULL);
  else if (strcmp(name, "touch") == 0) return touch(ral, aug, a);
  else if (strcmp(name, "ins") == 0 || strcmp(name, "insert") == 0) return insert(ral, aug, c);
  else if (strcmp(name, "mv") == 0 || strcmp(name, "move") == 0) rc = l->aug_mv(aug, a, b);
  else if (strcmp(name, "rename") == 0) rc = l->aug_rename(aug, a, b);
  else if (strcmp(name, "defvar") == 0) rc = l->aug_defvar(aug, a, b);
  else if (strcmp(name, "defnode") == 0) rc = l->aug_defnode(aug, a, b, d, NULL);
  else {
    ral_fail(ral, "Command '%s' is not supported", name);
    return FAILED;
  }
  if (rc >= 0 && strncmp(name, "def", 3) == 0) augeas_remember_variable(r, aug, a);
  return rc < 0 ? REFUSED : DONE;
}

static bool make_changes(struct ral_resource *r, augeas *aug)
{
  struct ral *ral = r->ral;
  struct augeas_commands all;
  if (ral_value(r, "changes").kind == V_UNDEF)
    return ral_fail_system(ral, "undefined method `flatten' for nil:NilClass");
  if (!augeas_parse(ral, ral_value(r, "changes"), ral_value_to_s(r, "context"), &all)) return false;
  for (uint32_t i = 0; i < all.n; i++) {
    const struct augeas_command *c = &all.items[i];
    const str params = ral_inspect(ral->arena, array_of(ral->arena, c->args, c->n));
    ral_log_provider(r, LOG_LEVEL_DEBUG, "sending command '%.*s' with params %.*s", STR_FMT(c->name), STR_FMT(params));
    const enum outcome outcome = send(r, aug, c);
    if (outcome == DONE) continue;
    const str why = outcome == FAILED ? ral->error
                                      : arena_printf(ral->arena, "Error sending command '%.*s' with params %.*s",
                                                     STR_FMT(c->name), STR_FMT(params));
    return ral_fail(ral, "Error sending command '%.*s' with params %.*s/%.*s", STR_FMT(c->name), STR_FMT(params),
                    STR_FMT(why));
  }
  return true;
}

static bool save(struct ral_resource *r, augeas *aug)
{
  if (augeas_library()->aug_save(aug) == 0) return true;
  ral_log_provider(r, LOG_LEVEL_DEBUG, "Put failed on one or more files, output from /augeas//error:");
  augeas_log_errors(r, aug, "/augeas//error[. = 'put_failed']");
  return ral_fail(r->ral, "Save failed, see debug output for details");
}

/* --- onlyif --- */

static bool numeric(str s, double *n)
{
  const char *at = s.p, *end = s.p + s.n;
  char text[64];
  if (at < end && (*at == '+' || *at == '-')) at++;
  const char *digits = at;
  while (at < end && ascii_is_digit((unsigned char)*at)) at++;
  if (at == digits || s.n >= sizeof text) return false;
  if (at < end && *at == '.') {
    const char *fraction = ++at;
    while (at < end && ascii_is_digit((unsigned char)*at)) at++;
    if (at == fraction) return false;
  }
  if (at != end) return false;
  memcpy(text, s.p, s.n);
  text[s.n] = '\0';
  *n = strtod(text, NULL);
  return true;
}

static bool holds(int order, str comparator)
{
  if (str_eqz(comparator, "<")) return order < 0;
  if (str_eqz(comparator, "<=")) return order <= 0;
  if (str_eqz(comparator, ">")) return order > 0;
  if (str_eqz(comparator, ">=")) return order >= 0;
  return str_eqz(comparator, "!=") ? order != 0 : str_eqz(comparator, "==") && order == 0;
}

static bool try_get(struct ral *ral, augeas *aug, const struct augeas_command *c, bool *yes)
{
  const str have = ral_text(augeas_get(ral, aug, argument(ral, c, 0)));
  const str comparator = ral_text(c->args[1]), wanted = ral_text(c->args[2]);
  double x, y;
  str error;
  if (str_eqz(comparator, "=~")) {
    const struct regex *re = regex_compile(ral->arena, wanted, &error);
    if (re == NULL) return ral_fail(ral, "%.*s", STR_FMT(error));
    *yes = regex_search(re, have, 0, NULL) == REGEX_MATCH;
  } else if ((comparator.p[0] == '<' || comparator.p[0] == '>') && numeric(have, &x) && numeric(wanted, &y)) {
    *yes = holds((x > y) - (x < y), comparator);
  } else {
    *yes = holds(str_cmp(have, wanted), comparator);
  }
  return true;
}

/* Compares a list of paths or of their values. */
static bool try_list(struct ral *ral, augeas *aug, const struct augeas_command *c, str context, bool values, bool *yes)
{
  struct augeas_commands clauses;
  struct valuevec found = {0}, wanted = {0};
  if (!augeas_parse(ral, c->args[1], context, &clauses)) return false;
  if (clauses.n == 0) return ral_fail(ral, "undefined method `shift' for nil:NilClass");
  const struct augeas_command *clause = &clauses.items[0];
  const str verb = clause->name;
  if (!augeas_match(ral, aug, argument(ral, c, 0), &found)) return false;
  for (uint32_t i = 0; values && i < found.n; i++) {
    found.items[i] = augeas_get(ral, aug, arena_strz(ral->arena, ral_text(found.items[i])));
  }
  if (str_eqz(verb, "size") && !values) {
    const int64_t n = clause->args[1].integer;
    *yes = holds((found.n > n) - (found.n < n), ral_text(clause->args[0]));
  } else if (str_eqz(verb, "include") || str_eqz(verb, "not_include")) {
    *yes = value_among(found.items, found.n, clause->args[0]) == str_eqz(verb, "include");
  } else if (str_eqz(verb, "==") || str_eqz(verb, "!=")) {
    if (!augeas_parse_list(ral->arena, ral_text(clause->args[0]), &wanted)) {
      return ral_fail(ral, "Invalid array in command: ");
    }
    *yes = value_same(valuevec_array(&found, ral->arena), valuevec_array(&wanted, ral->arena)) == str_eqz(verb, "==");
  }
  return true;
}

static bool is_wanted(struct ral_resource *r, augeas *aug, bool *yes)
{
  struct ral *ral = r->ral;
  const value filter = ral_value(r, "onlyif");
  const str context = ral_value_to_s(r, "context");
  struct augeas_commands all;
  *yes = true;
  if (filter.kind == V_STRING && filter.length == 0) return true;
  if (!augeas_parse(ral, filter, context, &all)) return false;
  if (all.n == 0) return ral_fail(ral, "undefined method `[]' for nil:NilClass");
  const struct augeas_command *c = &all.items[0];
  const bool get = str_eqz(c->name, "get"), values = str_eqz(c->name, "values");
  if (!get && !values && !str_eqz(c->name, "match")) return true;
  *yes = false;
  if (get ? try_get(ral, aug, c, yes) : try_list(ral, aug, c, context, values, yes)) return true;
  const str why = ral->error;
  return ral_fail(ral, "Error sending command '%.*s' with params %s/%.*s", STR_FMT(c->name), get ? "[]" : "nil",
                  STR_FMT(why));
}

/* --- whether files would change --- */

/* The result of trying the changes of a resource. */
struct trial {
  augeas *aug;
  struct valuevec files; /* the files that would change */
};

/* Saves the changes as FILE.augnew, prints the differences, and removes these files. */
static bool try_changes(struct ral_resource *r, struct trial *t, bool *changed)
{
  struct ral *ral = r->ral;
  augeas *aug = t->aug;
  struct valuevec events = {0};
  const str root = ral_value_to_s(r, "root");
  ral_log_provider(r, LOG_LEVEL_DEBUG, "Will attempt to save and only run if files changed");
  augeas_library()->aug_set(aug, "/augeas/save", "newfile");
  if (!make_changes(r, aug) || !save(r, aug) || !augeas_match(ral, aug, "/augeas/events/saved", &events)) return false;
  for (uint32_t i = 0; i < events.n; i++) {
    const str node = ral_text(augeas_get(ral, aug, arena_strz(ral->arena, ral_text(events.items[i]))));
    const str file = arena_printf(ral->arena, "%.*s%.*s", STR_FMT(str_eqz(root, "/") ? STR_EMPTY : root),
                                  STR_FMT(str_starts(node, STR("/files")) ? str_from(node, strlen("/files")) : node));
    if (value_among(t->files.items, t->files.n, value_str(file))) continue;
    valuevec_push(&t->files, ral->arena, value_str(file));
    const char *beside = arena_printf(ral->arena, "%.*s.augnew", STR_FMT(file)).p;
    if (settings_bool(ral->settings, SETTING_show_diff) && ral_flag(r, "show_diff")) {
      str difference;
      if (command_diff(ral, arena_strz(ral->arena, file), beside, &difference)) {
        ral_log_provider(r, r->level, "\n%.*s", STR_FMT(difference));
      } else {
        ral_log_provider(r, LOG_LEVEL_WARNING, "%.*s", STR_FMT(ral->error));
      }
    }
    unlink(beside);
  }
  *changed = events.n > 0;
  ral_log_provider(r, LOG_LEVEL_DEBUG,
                   *changed ? "Files changed, should execute" : "Skipping because no files were changed");
  return true;
}

/* --- the property --- */

static bool can_split(struct ral *ral, value v)
{
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (!can_split(ral, v.array->items[i])) return false;
  }
  return v.kind == V_ARRAY || v.kind == V_STRING || ral_lacks_method(ral, v, "split", NULL);
}

/* Puppet finds values that are no texts when it opens Augeas, in this order. */
static bool check_values(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const value context = ral_value(r, "context"), lens = ral_value(r, "lens"), incl = ral_value(r, "incl");
  if (!can_split(ral, ral_value(r, "load_path")) || !ral_need_text(ral, ral_value(r, "root"))) return false;
  if (context.kind != V_STRING) return ral_lacks_method(ral, context, "match", NULL);
  if (lens.kind == V_UNDEF || incl.kind == V_UNDEF) return true;
  return (lens.kind == V_ARRAY || ral_need_text(ral, lens)) && (incl.kind == V_ARRAY || ral_need_text(ral, incl));
}

static bool read_returns(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  bool needed;
  struct trial *t = ARENA_NEW(r->ral->arena, struct trial);
  (void)a;
  if (!check_values(r)) return false;
  t->aug = augeas_open(r);
  if (t->aug == NULL || !is_wanted(r, t->aug, &needed)) return false;
  const bool force = value_truthy(ral_value(r, "force"));
  if (needed && !force && !try_changes(r, t, &needed)) return false;
  r->data = needed && !force ? t : NULL;
  *is = needed ? RAL_WORD(need_to_run) : value_int(0);
  return true;
}

static bool sync_returns(struct ral_resource *r, const struct ral_attribute *a)
{
  const struct augeas_library *l = augeas_library();
  struct ral *ral = r->ral;
  struct valuevec events = {0};
  const struct trial *t = r->data;
  augeas *aug = t != NULL ? t->aug : augeas_open(r);
  (void)a;
  if (aug == NULL || !augeas_match(ral, aug, "/augeas/events/saved", &events)) return false;
  for (uint32_t i = 0; i < events.n; i++) { /* otherwise the changed files would not be read again */
    const str node = ral_text(augeas_get(ral, aug, arena_strz(ral->arena, ral_text(events.items[i]))));
    l->aug_rm(aug, arena_printf(ral->arena, "/augeas%.*s/mtime", STR_FMT(node)).p);
  }
  l->aug_set(aug, "/augeas/save", "overwrite");
  l->aug_load(aug);
  return make_changes(r, aug) && save(r, aug);
}

static bool change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  (void)r, (void)a, (void)is;
  buf_z(out, "executed successfully");
  return true;
}

/* With `force` the changes are not tried, so the files are unknown. */
static bool changed_files(struct ral_resource *r, struct valuevec *paths)
{
  const struct trial *t = r->data;
  for (uint32_t i = 0; t != NULL && i < t->files.n; i++) valuevec_push(paths, r->ral->arena, t->files.items[i]);
  return t != NULL;
}

/* --- the type --- */

static bool munge_context(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const bool has_length = v->kind == V_STRING || v->kind == V_ARRAY || v->kind == V_HASH;
  return has_length || ral_no_method(r, a, *v, "empty?", NULL);
}

static bool validate(struct ral_resource *r)
{
  const value incl = ral_value(r, "incl");
  if (incl.kind != V_UNDEF && incl.kind != V_STRING && !ral_setting(r, "context")->set) {
    return ral_fail_system(r->ral,
                           "Munging failed for value \"\" in class context: "
                           "no implicit conversion of %s into String",
                           ruby_conversion_name(incl));
  }
  if (ral_setting(r, "lens")->set == ral_setting(r, "incl")->set) return true;
  return ral_fail(r->ral, "You must specify both the lens and incl parameters, or neither.");
}

static bool suitable(struct ral *ral, const struct ral_provider *p)
{
  (void)p;
  (void)ral;
  return augeas_library_there();
}

static value default_context(struct ral_resource *r)
{
  const value incl = ral_value(r, "incl");
  if (incl.kind == V_UNDEF) return value_str(STR_EMPTY);
  return value_str(arena_printf(r->ral->arena, "/files%.*s", STR_FMT(ral_to_s(r->ral->arena, incl))));
}

static bool no_instances(struct ral *ral, struct valuevec *names)
{
  (void)names;
  return ral_fail_listing(ral, "augeas");
}

static const struct ral_provider provider = {.name = "augeas",
                                             .features = "parse_commands need_to_run? execute_changes",
                                             .suitable = suitable,
                                             .instances = no_instances};
static const struct ral_provider *const providers[] = {&provider, NULL};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "returns",
   .flags = RAL_PROPERTY,
   .fallback_value = RAL_INT_INIT(0),
   .retrieve = read_returns,
   .sync = sync_returns,
   .change = change},
  {.name = "context", .munge = munge_context, .fallback = default_context},
  {.name = "onlyif", .fallback_value = RAL_TEXT_INIT("")},
  {.name = "changes"},
  {.name = "root", .fallback_value = RAL_TEXT_INIT("/")},
  {.name = "load_path", .fallback_value = RAL_TEXT_INIT("")},
  {.name = "force", .fallback_value = RAL_BOOL_INIT(false)},
  {.name = "type_check", .words = ral_true_false_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "lens"},
  {.name = "incl"},
  {.name = "show_diff", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(true)},
  {0}};

const struct ral_type ral_type_augeas = {.name = "augeas",
                                         .attributes = attributes,
                                         .providers = providers,
                                         .validate = validate,
                                         .undo = {RAL_UNDO_FILES, .files = changed_files}};

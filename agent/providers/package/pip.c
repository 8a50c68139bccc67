/* Python packages. */

#include "agent/providers/package/package.h"
#include "agent/providers/package/version.h"

bool pip_parse(str line, str *name, str *version)
{
  const size_t equals = str_find(line, STR("=="), 0), at = str_find(line, STR(" @ "), 0);
  if (equals != SIZE_MAX && equals > 0 && str_index(line, '=', 0) == equals) {
    *name = str_sub(line, 0, equals);
    *version = str_from(line, equals + 2);
    if (version->n > 0 && version->p[0] == '=') *version = str_from(*version, 1);
    return version->n > 0 && str_index(*version, '=', 0) == SIZE_MAX;
  }
  if (at == SIZE_MAX || at == 0) return false;
  const size_t last = str_index(line, '@', at + 3); /* name @ URL@version */
  *name = str_sub(line, 0, at);
  *version = last == SIZE_MAX ? STR_EMPTY : str_from(line, last + 1);
  return version->n > 0;
}

/* The first program of pip that exists. */
static const char *own_program(struct ral *ral, const struct ral_provider *p)
{
  static const char *const all[] = {"pip", "pip-python", "pip2", "pip-2", NULL}, *const second[] = {"pip2", NULL},
                           *const third[] = {"pip3", NULL};
  for (const char *const *name = p == &package_pip3   ? third
                                 : p == &package_pip2 ? second
                                                      : all;
       *name != NULL; name++) {
    if (command_find(ral, str_of(*name), NULL).n > 0) return *name;
  }
  return NULL;
}

static const char *command_of(const struct ral_resource *r)
{
  return package_command(r, own_program(r->ral, r->provider));
}

static const char *command_must_be(const struct ral_resource *r)
{
  return package_command_must(r, own_program(r->ral, r->provider));
}

/* The packages that a pip program has installed; read again when something has changed. */
struct installed {
  struct installed *next;
  const char *command;
  uint64_t changes;
  struct strmap versions; /* name -> str * */
};

static bool version_of(struct ral *ral, const char *command, str *version)
{
  const char *const argv[] = {command, "--version", NULL};
  str output;
  if (!command_must(ral, argv, &output)) return false;
  if (!str_starts(output, STR("pip "))) return ral_fail(ral, "Cannot resolve pip version");
  const str rest = str_from(output, strlen("pip "));
  const size_t end = str_index(rest, ' ', 0);
  *version = end == SIZE_MAX ? str_trim(rest) : str_sub(rest, 0, end);
  return true;
}

static bool is_older(str version, const char *than)
{
  return version_pip.valid(version) && version_pip.compare(version, str_of(than)) < 0;
}

static bool freeze(struct ral *ral, const char *command, struct installed *out)
{
  str version, output, name, one;
  if (!version_of(ral, command, &version)) return false;
  const char *const argv[] = {command, "freeze", is_older(version, "8.1.0") ? NULL : "--all", NULL};
  const struct command c = {.argv = argv, .umask = -1, .separate = true};
  if (!command_must_as(ral, &c, &output)) return false;
  strmap_init(&out->versions, ral->arena);
  for (str rest = output; rest.n > 0;) {
    if (pip_parse(str_cut(&rest, '\n'), &name, &one)) {
      str *kept = ARENA_NEW(ral->arena, str);
      *kept = one;
      strmap_put(&out->versions, name, kept);
    }
  }
  return true;
}

static const struct installed *installed(struct ral *ral, const char *command)
{
  static const char owner;
  struct installed **list = ral_memory(ral, &owner, sizeof *list), *one = *list;
  while (one != NULL && strcmp(one->command, command) != 0) one = one->next;
  if (one != NULL && one->changes == ral->changes) return one;
  struct installed *now = ARENA_NEW(ral->arena, struct installed);
  *now = (struct installed){.next = *list, .command = command, .changes = ral->changes};
  if (!freeze(ral, command, now)) return NULL;
  return *list = now;
}

/* --- states --- */

static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const char *command = command_of(resources[i]);
    if (command == NULL) continue;
    if (!package_check_command(ral, resources[i]->provider->name, command)) return false;
    const struct installed *all = installed(ral, command);
    if (all == NULL) return false;
    const str *version = strmap_get(&all->versions, ral_value_text(resources[i], "name"));
    if (version == NULL) continue;
    *package_of(resources[i]) = (struct package){
      .known = true, .ensure = value_str(*version), .mark = VALUE_UNDEF, .prefetched = true, .changes = ral->changes};
  }
  return true;
}

static bool all_names(struct ral *ral, const struct ral_provider *p, struct valuevec *names)
{
  const char *own = own_program(ral, p);
  if (own == NULL) return true;
  const struct installed *all = installed(ral, arena_strz(ral->arena, command_find(ral, str_of(own), NULL)));
  for (uint32_t i = 0; all != NULL && i < all->versions.n; i++) {
    valuevec_push(names, ral->arena, value_str(all->versions.entries[i].key));
  }
  return all != NULL;
}

static bool instances(struct ral *ral, struct valuevec *names) { return all_names(ral, &package_pip, names); }
static bool instances2(struct ral *ral, struct valuevec *names) { return all_names(ral, &package_pip2, names); }
static bool instances3(struct ral *ral, struct valuevec *names) { return all_names(ral, &package_pip3, names); }

/* The case of names is ignored. */
static bool query(struct ral_resource *r, struct package *p)
{
  const char *command = command_must_be(r);
  const struct installed *all = command != NULL ? installed(r->ral, command) : NULL;
  if (all == NULL) return false;
  p->ensure = RAL_WORD(absent);
  for (uint32_t i = 0; i < all->versions.n; i++) {
    const struct strmap_entry *e = &all->versions.entries[i];
    if (str_caseeq(e->key, ral_value_text(r, "name"))) p->ensure = value_str(*(const str *)e->value);
  }
  return true;
}

/* --- versions --- */

/* "(from versions: 1.0, 1.1)" */
static void put_versions(struct ral *ral, str output, struct valuevec *out)
{
  const str mark = STR("from versions: ");
  const size_t start = str_find(output, mark, 0);
  const size_t end = start == SIZE_MAX ? SIZE_MAX : str_index(output, ')', start);
  if (end == SIZE_MAX) return;
  const str list = str_sub(output, start + mark.n, end - start - mark.n);
  for (size_t at = 0; at < list.n;) {
    size_t comma = str_find(list, STR(", "), at);
    if (comma == SIZE_MAX) comma = list.n;
    valuevec_push(out, ral->arena, value_str(str_sub(list, at, comma - at)));
    at = comma + 2;
  }
}

/* pip lists all versions when an impossible one is requested. */
static bool available(struct ral_resource *r, struct valuevec *out)
{
  struct ral *ral = r->ral;
  const char *command = command_must_be(r);
  struct words w = {.arena = ral->arena};
  struct command_result result;
  str version;
  if (command == NULL || !version_of(ral, command, &version)) return false;
  words_add(&w, command);
  words_add(&w, "install");
  words_add(&w, arena_printf(ral->arena, "%s==9!0dev0+x", package_name(r)).p);
  if (is_older(STR("20.2.4"), arena_strz(ral->arena, version)) && is_older(version, "21.1")) {
    words_add(&w, "--use-deprecated=legacy-resolver");
  }
  words_add_options(&w, r, "install_options");
  const struct command c = {.argv = w.items, .umask = -1};
  if (!command_try(ral, &c, &result)) return false;
  put_versions(ral, result.output, out);
  return true;
}

static bool latest(struct ral_resource *r, value *version)
{
  struct valuevec all = {0};
  if (!available(r, &all)) return false;
  *version = VALUE_UNDEF;
  for (uint32_t i = 0; i < all.n; i++) {
    const str one = value_text(all.items[i]);
    if (!version_pip.valid(one)) continue;
    if (version->kind == V_UNDEF || version_pip.compare(one, value_text(*version)) >= 0) *version = all.items[i];
  }
  return true;
}

static bool fits(struct ral_resource *r, value is)
{
  const str wanted = ral_to_s(r->ral->arena, ral_value(r, "ensure"));
  struct version_range range;
  if (!version_range_parse(&version_pip, wanted, &range)) {
    ral_log_run(r->ral, LOG_LEVEL_DEBUG, "Cannot parse %.*s as a pip version range", STR_FMT(wanted));
    return false;
  }
  const str version = ral_text(is);
  return version_pip.valid(version) && version_range_has(&version_pip, &range, version);
}

/* --- changes --- */

/* Adds "six==1.16". For a range, adds the highest version in it, or the range itself if no version is in it. */
static bool add_version(struct ral_resource *r, struct words *w, str wanted)
{
  struct ral *ral = r->ral;
  const char *name = package_name(r);
  struct version_range range;
  struct valuevec all = {0};
  value best = VALUE_UNDEF;
  if (!version_range_parse(&version_pip, wanted, &range)) {
    ral_log_run(ral, LOG_LEVEL_DEBUG, "Cannot parse %.*s as a pip version range, falling through.", STR_FMT(wanted));
    words_add(w, arena_printf(ral->arena, "%s==%.*s", name, STR_FMT(wanted)).p);
    return true;
  }
  if (version_range_is_equal(&range)) {
    words_add(w, arena_printf(ral->arena, "%s==%.*s", name, STR_FMT(wanted)).p);
    return true;
  }
  if (!available(r, &all)) return false;
  for (uint32_t i = 0; i < all.n; i++) {
    const str one = value_text(all.items[i]);
    if (!version_pip.valid(one) || !version_range_has(&version_pip, &range, one)) continue;
    if (best.kind == V_UNDEF || version_pip.compare(one, value_text(best)) >= 0) best = all.items[i];
  }
  if (best.kind != V_UNDEF) {
    words_add(w, arena_printf(ral->arena, "%s==%.*s", name, STR_FMT(value_text(best))).p);
    return true;
  }
  struct buf shown = BUF_IN(ral->arena);
  version_range_show(&version_pip, &range, &shown);
  ral_log_run(ral, LOG_LEVEL_DEBUG, "No available version for package %s is included in range %s", name, shown.p);
  for (size_t i = 0; i < shown.n; i++) shown.p[i] = shown.p[i] == ' ' ? ',' : shown.p[i];
  words_add(w, arena_printf(ral->arena, "%s %s", name, shown.p).p);
  return true;
}

static bool install(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const value ensure = ral_value(r, "ensure"), source = ral_value(r, "source");
  const char *command = command_must_be(r), *name = package_name(r);
  struct words w = {.arena = ral->arena};
  if (command == NULL) return false;
  words_add(&w, command);
  words_add(&w, "install");
  words_add(&w, "-q");
  words_add_options(&w, r, "install_options");
  if (source.kind != V_UNDEF) {
    const str from = ral_to_s(ral->arena, source);
    words_add(&w, ensure.kind == V_STRING
                    ? arena_printf(ral->arena, "%.*s@%.*s#egg=%s", STR_FMT(from), STR_FMT(value_text(ensure)), name).p
                    : arena_printf(ral->arena, "%.*s#egg=%s", STR_FMT(from), name).p);
  } else if (ral_is(ensure, "latest")) {
    words_add(&w, "--upgrade");
    words_add(&w, name);
  } else if (ensure.kind != V_STRING) {
    words_add(&w, name);
  } else if (!add_version(r, &w, value_text(ensure))) {
    return false;
  }
  return command_must(ral, w.items, NULL);
}

static bool uninstall(struct ral_resource *r)
{
  const char *command = command_must_be(r);
  const char *const argv[] = {command, "uninstall", "-y", "-q", package_name(r), NULL};
  return command != NULL && command_must(r->ral, argv, NULL);
}

static bool flush(struct ral_resource *r)
{
  package_of(r)->known = false;
  return true;
}

static const struct package_provider family = {
  .query = query, .install = install, .update = install, .uninstall = uninstall, .latest = latest, .fits = fits};

const struct ral_provider package_pip = {
  .name = "pip",
  .specificity = 1,
  .features = "install_options installable targetable uninstallable upgradeable version_ranges versionable",
  .prefetch = prefetch,
  .instances = instances,
  .flush = flush,
  .family = &family};
#define FEATURES "install_options installable targetable uninstallable upgradeable versionable"
const struct ral_provider package_pip2 = {.name = "pip2",
                                          .specificity = 1,
                                          .features = FEATURES,
                                          .prefetch = prefetch,
                                          .instances = instances2,
                                          .flush = flush,
                                          .family = &family};
const struct ral_provider package_pip3 = {.name = "pip3",
                                          .specificity = 1,
                                          .features = FEATURES,
                                          .prefetch = prefetch,
                                          .instances = instances3,
                                          .flush = flush,
                                          .family = &family};

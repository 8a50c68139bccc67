/* rpm packages from repositories, with yum, or with dnf and tdnf, which have the same commands. rpm queries and removes
 * packages. */
#include <stdlib.h>
#include <unistd.h>

#include "agent/providers/package/package.h"
#include "agent/providers/package/version.h"

/* The differences between these programs. */
struct yum {
  struct package_provider functions; /* first */
  const char *program, *update, *error_level, *class_name;
};

static const struct yum *yum_of(const struct ral_resource *r) { return (const struct yum *)package_provider(r); }

static const char *program(const struct ral_resource *r)
{
  const str path = command_find(r->ral, str_of(yum_of(r)->program), NULL);
  return path.n > 0 ? arena_strz(r->ral->arena, path) : yum_of(r)->program;
}

static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  if (geteuid() != 0) return ral_fail(ral, "The yum provider can only be used as root");
  return rpm_prefetch(ral, resources, n);
}

/* A missing package counts as purged: nothing of it is left. */
static bool query(struct ral_resource *r, struct package *p)
{
  if (!rpm_query(r, p)) return false;
  if (p->ensure.kind != V_STRING) p->ensure = RAL_WORD(purged);
  return true;
}

/* --- options that choose repositories --- */

static const char *const choosing[] = {"--disablerepo", "--enablerepo", "--disableexcludes", NULL};

/* The value in "NAME=VALUE" or {NAME => VALUE}. */
static str option_value(struct arena *a, value option, const char *name)
{
  if (option.kind == V_HASH) {
    const value *v = hash_get_str(option.hash, str_of(name));
    return v != NULL ? ral_to_s(a, *v) : STR_EMPTY;
  }
  const str text = str_trim(ral_text(option));
  const size_t equals = str_index(text, '=', 0);
  return equals != SIZE_MAX && str_eqz(str_sub(text, 0, equals), name) ? str_from(text, equals + 1) : STR_EMPTY;
}

static bool is_there(const struct words *w, const char *word)
{
  for (size_t i = 0; i < w->n; i++) {
    if (strcmp(w->items[i], word) == 0) return true;
  }
  return false;
}

static void add_choosing(struct words *w, const struct ral_resource *r)
{
  const value options = ral_value(r, "install_options");
  for (const char *const *name = choosing; *name != NULL; name++) {
    for (uint32_t i = 0; options.kind == V_ARRAY && i < options.array->n; i++) {
      const str v = option_value(w->arena, options.array->items[i], *name);
      const char *word = arena_printf(w->arena, "%s=%.*s", *name, STR_FMT(v)).p;
      if (v.n > 0 && !is_there(w, word)) words_add(w, word);
    }
  }
}

static str line_of(const struct words *w)
{
  struct buf out = BUF_IN(w->arena);
  for (size_t i = 0; i < w->n; i++) buf_printf(&out, "%s%s", i > 0 ? " " : "", w->items[i]);
  return buf_view(&out);
}

/* --- updates --- */

/* "[epoch:]version-release" with its epoch; empty: another format. */
static str with_epoch(struct arena *a, str version)
{
  const size_t colon = str_index(version, ':', 0);
  const bool epoch = colon != SIZE_MAX && colon > 0 && strspn(arena_strz(a, version), "0123456789") == colon;
  const str rest = epoch ? str_from(version, colon + 1) : version;
  size_t dash = rest.n;
  while (dash > 0 && rest.p[dash - 1] != '-') dash--;
  if (dash < 2 || dash == rest.n) return STR_EMPTY;
  return epoch ? version : arena_printf(a, "0:%.*s", STR_FMT(version));
}

/* The first line with a name counts. */
static void add_update(struct strmap *out, struct arena *a, str name, str version)
{
  if (strmap_get(out, name) != NULL) return;
  str *kept = ARENA_NEW(a, str);
  *kept = version;
  strmap_put(out, name, kept);
}

static str next_word(str text, size_t *at)
{
  while (*at < text.n && ascii_is_space((unsigned char)text.p[*at])) ++*at;
  const size_t from = *at;
  while (*at < text.n && !ascii_is_space((unsigned char)text.p[*at])) ++*at;
  return str_sub(text, from, *at - from);
}

/* Three words for each package: name.arch, version, repository. */
static void parse_paragraph(struct arena *a, str text, struct strmap *out)
{
  for (size_t at = 0; at < text.n;) {
    const str package = next_word(text, &at), version = next_word(text, &at);
    next_word(text, &at);
    size_t dot = package.n;
    while (dot > 0 && package.p[dot - 1] != '.') dot--;
    const str shown = with_epoch(a, version);
    if (dot < 2 || shown.n == 0) continue;
    add_update(out, a, str_sub(package, 0, dot - 1), shown);
    add_update(out, a, package, shown);
  }
}

void yum_parse_updates(struct arena *a, str text, struct strmap *out)
{
  static const char *const ends[] = {"Obsoleting", "Security:", "Update", NULL};
  size_t from = 0;
  strmap_init(out, a);
  for (size_t at = 0; at < text.n;) {
    const size_t begin = at;
    const str line = package_next_line(text, &at);
    bool over = false;
    for (const char *const *end = ends; *end != NULL; end++) over = over || str_starts(line, str_of(*end));
    if (str_trim(line).n > 0 && !over) continue;
    parse_paragraph(a, str_sub(text, from, begin - from), out);
    from = at;
    if (over) return;
  }
  if (from < text.n) parse_paragraph(a, str_from(text, from), out);
}

/* The available updates of one choice of repositories; queried once for each run. */
struct updates {
  struct updates *next;
  str command;
  struct strmap versions;
};

static const struct strmap *updates_of(struct ral_resource *r)
{
  static const char memory;
  struct ral *ral = r->ral;
  struct updates **all = ral_memory(ral, &memory, sizeof *all);
  struct words w = {.arena = ral->arena};
  struct command_result result;
  words_add(&w, program(r));
  words_add(&w, "check-update");
  add_choosing(&w, r);
  const str line = line_of(&w);
  for (struct updates *u = *all; u != NULL; u = u->next) {
    if (str_eq(u->command, line)) return &u->versions;
  }
  struct updates *u = ARENA_NEW(ral->arena, struct updates);
  *u = (struct updates){.next = *all, .command = line};
  strmap_init(&u->versions, ral->arena);
  *all = u;
  if (!command_try(ral, &(struct command){.argv = w.items, .umask = -1, .separate = true}, &result)) return NULL;
  const int status = result.end == COMMAND_EXITED ? result.status : -1;
  if (status == 100) yum_parse_updates(ral->arena, result.output, &u->versions);
  else if (status != 0) {
    ral->log(
      ral, LOG_LEVEL_WARNING, str_of(yum_of(r)->class_name),
      arena_printf(ral->arena, "Could not check for updates, '%s check-update' exited with %d", w.items[0], status));
  }
  return &u->versions;
}

static bool latest(struct ral_resource *r, value *version)
{
  const struct strmap *updates = updates_of(r);
  if (updates == NULL) return false;
  const str *newer = strmap_get(updates, ral_value_text(r, "name"));
  if (newer == NULL && !package_read(r)) return false;
  *version = newer != NULL ? value_str(*newer) : package_of(r)->ensure;
  if (version->kind == V_STRING) return true;
  return ral_fail(r->ral, "Tried to get latest on a missing package");
}

/* --- versions --- */

static bool any_text(str version)
{
  (void)version;
  return true;
}

static const struct version_kind version_rpm = {.valid = any_text, .compare = version_rpm_compare_full};

/* Whether a range is wanted; *range is the range. */
static bool wanted_range(const struct ral_resource *r, struct version_range *range)
{
  const value should = ral_value(r, "ensure");
  return should.kind == V_STRING && version_range_parse(&version_rpm, value_text(should), range) &&
         !version_range_is_equal(range);
}

static bool fits(struct ral_resource *r, value is)
{
  struct version_range range;
  if (!wanted_range(r, &range)) return rpm_fits(r, is);
  if (is.kind != V_STRING) return false;
  const str all = value_text(is);
  if (str_find(all, STR("; "), 0) != SIZE_MAX && !ral_flag(r, "install_only")) return false;
  for (size_t at = 0; at <= all.n;) {
    size_t end = str_find(all, STR("; "), at);
    if (end == SIZE_MAX) end = all.n;
    if (version_range_has(&version_rpm, &range, str_sub(all, at, end - at))) return true;
    at = end + 2;
  }
  return false;
}

/* The newest version in the repositories that is in the range, without its epoch. */
static bool best_version(struct ral_resource *r, const struct version_range *range, str *best)
{
  struct arena *a = r->ral->arena;
  struct words w = {.arena = a};
  str output, found = STR_EMPTY;
  words_add(&w, program(r));
  words_add(&w, "list");
  words_add(&w, package_name(r));
  words_add(&w, "--showduplicates");
  add_choosing(&w, r);
  const char *line =
    arena_printf(a, "%.*s | sed -e '1,/Available Packages/ d' | awk '{print $2}'", STR_FMT(line_of(&w))).p;
  if (!command_check(r->ral, &(struct command){.shell = line, .umask = -1}, &output)) return false;
  for (size_t at = 0; at < output.n;) {
    const str version = package_next_line(output, &at);
    if (version.n == 0 || !version_range_has(&version_rpm, range, version)) continue;
    if (found.n == 0 || version_rpm_compare_full(version, found) >= 0) found = version;
  }
  if (found.n == 0) return true;
  const size_t colon = str_index(found, ':', 0);
  *best = colon != SIZE_MAX ? str_from(found, colon + 1) : found;
  return true;
}

/* --- changes --- */

/* Appends the version; an architecture in the name is moved after it. */
static const char *with_version(struct arena *a, const char *name, str version)
{
  const str whole = arena_printf(a, "%s-%.*s", name, STR_FMT(version));
  for (size_t at = whole.n > 1 ? whole.n - 1 : 0; at > 0; at--) {
    const size_t n = version_rpm_architecture(str_from(whole, at));
    if (n == 0 || at + n >= whole.n) continue;
    return arena_printf(a, "%.*s%.*s%.*s", STR_FMT(str_sub(whole, 0, at)), STR_FMT(str_from(whole, at + n)),
                        STR_FMT(str_sub(whole, at, n)))
      .p;
  }
  return whole.p;
}

/* What to install, and how; *version: what must be installed then, empty: any version. */
struct plan {
  const char *operation, *wanted;
  str version;
};

static bool current_state(struct ral_resource *r, value *is)
{
  struct package p = {.ensure = RAL_WORD(absent)};
  if (!rpm_query(r, &p)) return false;
  *is = p.ensure;
  return true;
}

static bool plan_version(struct ral_resource *r, struct plan *plan)
{
  struct arena *a = r->ral->arena;
  const value source = ral_value(r, "source");
  struct version_range range;
  value is;
  plan->version = ral_value_text(r, "ensure");
  if (source.kind != V_UNDEF) {
    plan->wanted = arena_strz(a, ral_to_s(a, source));
  } else {
    if (wanted_range(r, &range) && !best_version(r, &range, &plan->version)) return false;
    plan->wanted = with_version(a, package_name(r), plan->version);
  }
  if (!current_state(r, &is)) return false;
  if (is.kind != V_STRING) return true;
  const int order = version_rpm_compare(plan->version, value_text(is));
  if (ral_flag(r, "install_only") || order > 0) plan->operation = yum_of(r)->update;
  else if (order < 0) plan->operation = "downgrade";
  return true;
}

static bool make_plan(struct ral_resource *r, struct plan *plan)
{
  const value should = ral_value(r, "ensure"), source = ral_value(r, "source");
  value is;
  *plan = (struct plan){"install", package_name(r), STR_EMPTY};
  if (should.kind == V_STRING) return plan_version(r, plan);
  if (ral_is(should, "latest")) {
    if (!current_state(r, &is)) return false;
    if (is.kind == V_STRING) plan->operation = yum_of(r)->update;
  } else if (source.kind != V_UNDEF) {
    plan->wanted = arena_strz(r->ral->arena, ral_to_s(r->ral->arena, source));
  }
  return true;
}

static bool run(struct ral_resource *r, bool quiet, const char *operation, const char *wanted, str *output)
{
  struct words w = {.arena = r->ral->arena};
  words_add(&w, program(r));
  if (quiet) {
    words_add(&w, "-d");
    words_add(&w, "0");
  }
  words_add(&w, "-e");
  words_add(&w, yum_of(r)->error_level);
  words_add(&w, "-y");
  words_add_options(&w, r, "install_options");
  words_add(&w, operation);
  words_add(&w, wanted);
  return command_must(r->ral, w.items, output);
}

/* Releases before 6 have other options for quiet output. */
static bool is_quiet(const struct ral *ral)
{
  const value *os = hash_get_str(ral->facts, STR("os"));
  const value *release = os != NULL && os->kind == V_HASH ? hash_get_str(os->hash, STR("release")) : NULL;
  const value *major = release != NULL && release->kind == V_HASH ? hash_get_str(release->hash, STR("major")) : NULL;
  return major != NULL && strtol(arena_strz(ral->arena, ral_to_s(ral->arena, *major)), NULL, 10) > 5;
}

static bool has_line(str text, str line)
{
  for (size_t at = 0; at < text.n;) {
    if (str_eq(package_next_line(text, &at), line)) return true;
  }
  return false;
}

static bool check_version(struct ral_resource *r, str version)
{
  value is;
  if (!current_state(r, &is)) return false;
  if (is.kind != V_STRING) return ral_fail(r->ral, "Could not find package %s", package_name(r));
  if (fits(r, is)) return true;
  return ral_fail(r->ral, "Failed to update to version %.*s, got version %.*s instead", STR_FMT(version),
                  STR_FMT(value_text(is)));
}

static bool install(struct ral_resource *r)
{
  struct arena *a = r->ral->arena;
  struct plan plan;
  str output;
  if (!ral_flag(r, "allow_virtual") && !run(r, true, "list", package_name(r), NULL)) return false;
  if (!make_plan(r, &plan)) return false;
  if (!run(r, is_quiet(r->ral), plan.operation, plan.wanted, &output)) return false;
  if (has_line(output, arena_printf(a, "No package %s available.", plan.wanted))) {
    return ral_fail(r->ral, "Could not find package %s", plan.wanted);
  }
  return plan.version.n == 0 || check_version(r, plan.version);
}

static bool purge(struct ral_resource *r)
{
  const char *const argv[] = {program(r), "-y", "erase", package_name(r), NULL};
  return command_must(r->ral, argv, NULL);
}

#define FUNCTIONS                                                                                      \
  {                                                                                                    \
    .query = query, .install = install, .update = install, .uninstall = rpm_uninstall, .purge = purge, \
    .latest = latest, .fits = fits                                                                     \
  }
static const struct yum yum = {FUNCTIONS, "yum", "update", "0", "Puppet::Type::Package::ProviderYum"};
static const struct yum dnf = {FUNCTIONS, "dnf", "upgrade", "1", "Puppet::Type::Package::ProviderDnf"};
static const struct yum tdnf = {FUNCTIONS, "tdnf", "upgrade", "1", "Puppet::Type::Package::ProviderTdnf"};

#define TDNF_FEATURES "install_options installable purgeable uninstallable upgradeable versionable virtual_packages"
#define FEATURES "install_only " TDNF_FEATURES
static const char *const yum_commands[] = {"yum", "rpm", NULL}, *const dnf_commands[] = {"dnf", "rpm", NULL},
                         *const tdnf_commands[] = {"tdnf", "rpm", NULL};
static const char *const redhat[] = {"redhat", NULL}, *const older[] = {"4", "5", "6", "7", NULL},
                         *const photon[] = {"photonos", NULL};
static const struct ral_confine yum_defaults[] = {{"os.family", redhat}, {"os.release.major", older}, {0}};
static const struct ral_confine dnf_defaults[] = {{"os.family", redhat}, {0}},
                                tdnf_defaults[] = {{"os.name", photon}, {0}};

const struct ral_provider package_yum = {.name = "yum",
                                         .source = "rpm",
                                         .commands = yum_commands,
                                         .defaults = yum_defaults,
                                         .specificity = 6,
                                         .features = FEATURES,
                                         .prefetch = prefetch,
                                         .instances = rpm_instances,
                                         .flush = rpm_flush,
                                         .family = &yum};
const struct ral_provider package_dnf = {.name = "dnf",
                                         .commands = dnf_commands,
                                         .defaults = dnf_defaults,
                                         .specificity = 7,
                                         .features = FEATURES,
                                         .prefetch = prefetch,
                                         .instances = rpm_instances,
                                         .flush = rpm_flush,
                                         .family = &dnf};
const struct ral_provider package_tdnf = {.name = "tdnf",
                                          .commands = tdnf_commands,
                                          .defaults = tdnf_defaults,
                                          .specificity = 8,
                                          .features = TDNF_FEATURES,
                                          .prefetch = prefetch,
                                          .instances = rpm_instances,
                                          .flush = rpm_flush,
                                          .family = &tdnf};

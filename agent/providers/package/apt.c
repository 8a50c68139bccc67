/* Debian packages, with apt-get. */
#include <unistd.h>

#include "agent/providers/package/package.h"
#include "agent/providers/package/version.h"
#include "base/file.h"

#define APT_GET "/usr/bin/apt-get"
#define APT_CACHE "/usr/bin/apt-cache"
#define APT_MARK "/usr/bin/apt-mark"
#define PRESEED "/usr/bin/debconf-set-selections"

/* --- output of apt --- */

str apt_candidate(str policy)
{
  for (size_t at = str_find(policy, STR("Candidate:"), 0); at != SIZE_MAX;
       at = str_find(policy, STR("Candidate:"), at + 1)) {
    size_t from = at + 10, end;
    from = str_spaces(policy, from);
    for (end = from; end < policy.n && !ascii_is_space((unsigned char)policy.p[end]); end++) continue;
    if (from > at + 10 && end > from && end < policy.n) return str_sub(policy, from, end - from);
  }
  return STR_EMPTY;
}

/* Lines are "name | version | source". */
str apt_best(str madison, const struct version_range *range)
{
  str best = STR_EMPTY;
  for (str rest = madison; rest.n > 0;) {
    const str line = str_cut(&rest, '\n');
    const size_t first = str_index(line, '|', 0);
    if (first == SIZE_MAX) continue;
    const size_t second = str_index(line, '|', first + 1);
    const str version = str_trim(str_sub(line, first + 1, (second == SIZE_MAX ? line.n : second) - first - 1));
    if (!version_debian.valid(version) || !version_range_has(&version_debian, range, version)) continue;
    if (best.n == 0 || version_debian.compare(version, best) > 0) best = version;
  }
  return best;
}

/* --- before a change --- */

static bool preseed(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const value response = ral_value(r, "responsefile");
  if (response.kind == V_UNDEF) return true;
  const char *file = arena_strz(ral->arena, ral_to_s(ral->arena, response));
  if (access(file, F_OK) != 0) {
    ral_log_provider(r, LOG_LEVEL_INFO, "No responsefile specified or non existent, not preseeding anything");
    return true;
  }
  const char *const argv[] = {PRESEED, file, NULL};
  ral_log_provider(r, LOG_LEVEL_INFO, "Preseeding %s to debconf-set-selections", file);
  return command_must(ral, argv, NULL);
}

/* Whether a line contains "cdrom:" and is not a comment. */
static bool has_cdrom(str sources)
{
  for (size_t at = str_find(sources, STR("cdrom:"), 0); at != SIZE_MAX; at = str_find(sources, STR("cdrom:"), at + 1)) {
    size_t i = at;
    while (i > 0 && sources.p[i - 1] != '\n' && sources.p[i - 1] != '#') i--;
    if (i == 0 || sources.p[i - 1] == '\n') return true;
  }
  return false;
}

static bool check_cdrom(struct ral_resource *r)
{
  struct buf text = BUF_HEAP;
  const bool found = !ral_flag(r, "allowcdrom") && file_read("/etc/apt/sources.list", 16 << 20, &text) == 0 &&
                     has_cdrom(buf_view(&text));
  buf_free(&text);
  return !found || ral_fail(r->ral, "/etc/apt/sources.list contains a cdrom source; not installing.  Use 'allowcdrom' "
                                    "to override this failure.");
}

/* --- installing --- */

/* Chooses the version to request from apt: the highest one in the range. If no version is in the range, requests the
 * range itself, which apt rejects. */
static bool choose_version(struct ral_resource *r, str wanted, str *version)
{
  struct ral *ral = r->ral;
  struct version_range range;
  struct buf shown = BUF_IN(ral->arena);
  str output;
  *version = wanted;
  if (!version_range_parse(&version_debian, wanted, &range)) {
    ral_log_run(ral, LOG_LEVEL_DEBUG, "Cannot parse %.*s as a debian version range, falling through", STR_FMT(wanted));
    return true;
  }
  if (version_range_is_equal(&range)) return true;
  const char *const argv[] = {APT_CACHE, "madison", package_name(r), NULL};
  if (!command_must(ral, argv, &output)) return false;
  const str best = apt_best(output, &range);
  if (best.n > 0) version_debian.show(&shown, best);
  else version_range_show(&version_debian, &range, &shown);
  if (best.n == 0) {
    ral_log_run(ral, LOG_LEVEL_DEBUG, "No available version for package %s is included in range %s", package_name(r),
                shown.p);
  }
  *version = buf_view(&shown);
  return true;
}

static bool fits(struct ral_resource *r, value is)
{
  struct ral *ral = r->ral;
  struct version_range range;
  const value should = ral_value(r, "ensure");
  if (is.kind != V_STRING || should.kind != V_STRING) return false;
  if (!version_range_parse(&version_debian, value_text(should), &range)) {
    ral_log_run(ral, LOG_LEVEL_DEBUG, "Cannot parse %.*s as a debian version range", STR_FMT(value_text(should)));
    return false;
  }
  if (!version_debian.valid(value_text(is))) {
    ral_log_run(ral, LOG_LEVEL_DEBUG, "Cannot parse %.*s as a debian version", STR_FMT(value_text(is)));
    return false;
  }
  return version_range_has(&version_debian, &range, value_text(is));
}

static bool query(struct ral_resource *r, struct package *p)
{
  if (!dpkg_query(r, p)) return false;
  if (!ral_setting(r, "mark")->set || p->ensure.kind != V_STRING) return true;
  const char *const argv[] = {APT_MARK, "showmanual", package_name(r), NULL};
  str output;
  if (!command_must(r->ral, argv, &output)) return false;
  if (str_eqz(str_trim(output), package_name(r))) p->mark = RAL_WORD(manual);
  return true;
}

/* A package from a file must have the wanted version. */
static bool check_version(struct ral_resource *r, value should)
{
  struct ral *ral = r->ral;
  struct package is = {.ensure = VALUE_UNDEF};
  if (ral_is(should, "present")) return true;
  if (!query(r, &is)) return false;
  if (fits(r, is.ensure)) return true;
  return ral_fail(ral, "Failed to update to version %.*s, got version %.*s instead",
                  STR_FMT(ral_to_s(ral->arena, should)), STR_FMT(ral_to_s(ral->arena, is.ensure)));
}

static bool run_install(struct ral_resource *r, const struct words *w)
{
  struct ral *ral = r->ral;
  if (ral_is(package_of(r)->mark, "hold") && !dpkg_hold(r, false)) return false;
  const bool ok = command_must(ral, w->items, NULL);
  const str why = ral->error;
  if (ral_is(ral_value(r, "mark"), "hold") && !dpkg_hold(r, true)) return false;
  return ok || ral_fail(ral, "%.*s", STR_FMT(why));
}

static void add_beginning(struct words *w, const struct ral_resource *r)
{
  words_add(w, APT_GET);
  words_add(w, "-q");
  words_add(w, "-y");
  words_add(w, "-o");
  words_add(w, ral_is(ral_value(r, "configfiles"), "keep") ? "DPkg::Options::=--force-confold"
                                                           : "DPkg::Options::=--force-confnew");
}

static bool install(struct ral_resource *r)
{
  if (package_of(r)->batched) return true;
  struct ral *ral = r->ral;
  const value source = ral_value(r, "source");
  value should = ral_value(r, "ensure");
  str version;
  if (!preseed(r)) return false;
  if (should.kind == V_STRING) {
    if (!choose_version(r, value_text(should), &version)) return false;
    should = value_str(version);
  }
  if (!check_cdrom(r)) return false;
  struct words w = {.arena = ral->arena};
  add_beginning(&w, r);
  const char *what = package_name(r);
  if (!value_is_symbol(should) && should.kind != V_BOOL) {
    what = arena_printf(ral->arena, "%s=%.*s", what, STR_FMT(ral_to_s(ral->arena, should))).p;
    words_add(&w, "--force-yes");
  }
  words_add_options(&w, r, "install_options");
  words_add(&w, "install");
  if (source.kind != V_UNDEF) what = arena_strz(ral->arena, ral_to_s(ral->arena, source));
  words_add(&w, what);
  return run_install(r, &w) && (source.kind == V_UNDEF || check_version(r, should));
}

/* The package is missing, and any version is wanted, without options. */
static bool is_plain(struct ral_resource *r)
{
  static const char *const special[] = {"source", "responsefile", "install_options", "mark", NULL};
  const value should = ral_value(r, "ensure");
  for (int i = 0; special[i] != NULL; i++) {
    if (ral_is_given(r, special[i])) return false;
  }
  if (!ral_is(should, "present") && !ral_is(should, "latest")) return false;
  if (!ral_is(ral_value(r, "configfiles"), "keep") || !package_read(r) || !check_cdrom(r)) return false;
  const value is = package_of(r)->ensure;
  return ral_is(is, "absent") || ral_is(is, "purged");
}

/* One of several packages failed to install. The packages that are installed now are marked, since installing them
 * again would fail because of the other one. */
static void keep_installed(struct ral_resource **resources, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    struct package now = {0};
    if (dpkg_query(resources[i], &now) && now.ensure.kind == V_STRING) package_of(resources[i])->batched = true;
  }
}

/* Installs all with one run of apt-get. If it fails, each package that is not installed is tried separately, to get its
 * own message. */
static void batch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  struct words w = {.arena = ral->arena};
  uint32_t count = 0;
  add_beginning(&w, resources[0]);
  words_add(&w, "install");
  for (uint32_t i = 0; i < n; i++) {
    if (!is_plain(resources[i])) continue;
    resources[count++] = resources[i];
    words_add(&w, package_name(resources[i]));
  }
  if (count < 2) return;
  ral->changes++;
  if (!command_must(ral, w.items, NULL)) {
    ral_log_run(ral, LOG_LEVEL_DEBUG, "Cannot install %u packages at once, so they are installed in turn: %.*s", count,
                STR_FMT(ral->error));
    keep_installed(resources, count);
    return;
  }
  for (uint32_t i = 0; i < count; i++) package_of(resources[i])->batched = true;
}

static bool latest(struct ral_resource *r, value *version)
{
  const char *const argv[] = {APT_CACHE, "policy", package_name(r), NULL};
  str output;
  if (!command_must(r->ral, argv, &output)) return false;
  const str found = apt_candidate(output);
  if (found.n > 0) *version = value_str(found);
  else ral_log_provider(r, LOG_LEVEL_ERR, "Could not find latest version");
  return true;
}

/* --- removing --- */

static bool remove_package(struct ral_resource *r, bool purge)
{
  struct words w = {.arena = r->ral->arena};
  if (!preseed(r)) return false;
  words_add(&w, APT_GET);
  words_add(&w, "-y");
  words_add(&w, "-q");
  if (ral_is(package_of(r)->mark, "hold")) words_add(&w, "--allow-change-held-packages");
  words_add(&w, "remove");
  if (purge) words_add(&w, "--purge");
  words_add(&w, package_name(r));
  return command_must(r->ral, w.items, NULL);
}

static bool uninstall(struct ral_resource *r) { return remove_package(r, false); }

/* apt does not purge a package that was removed already, so dpkg purges it. */
static bool purge(struct ral_resource *r)
{
  struct package *p = package_of(r);
  if (p->prefetched && p->ensure.kind == V_STRING) {
    const char *const argv[] = {APT_MARK, "showmanual", package_name(r), NULL};
    str output;
    if (!command_must(r->ral, argv, &output)) return false;
    p->was_manual = str_eqz(str_trim(output), package_name(r));
  }
  return remove_package(r, true) && dpkg_purge(r);
}

/* Marks a changed package as manually installed. */
static bool flush(struct ral_resource *r)
{
  const char *const argv[] = {APT_MARK, "manual", package_name(r), NULL};
  if (package_of(r)->was_manual || ral_is(ral_value(r, "ensure"), "absent")) return true;
  return command_must(r->ral, argv, NULL);
}

static const struct package_provider family = {.query = query,
                                               .install = install,
                                               .update = install,
                                               .uninstall = uninstall,
                                               .purge = purge,
                                               .hold = dpkg_hold,
                                               .latest = latest,
                                               .fits = fits,
                                               .allow_virtual = dpkg_not_virtual};
static const char *const commands[] = {APT_GET, APT_CACHE, APT_MARK, PRESEED, NULL};
static const char *const debian[] = {"debian", NULL};
static const struct ral_confine defaults[] = {{"os.family", debian}, {NULL, NULL}};

const struct ral_provider package_apt = {
  .name = "apt",
  .source = "dpkg",
  .commands = commands,
  .defaults = defaults,
  .specificity = 6,
  .features = "holdable install_options installable purgeable uninstallable upgradeable version_ranges versionable "
              "virtual_packages",
  .prefetch = dpkg_prefetch,
  .instances = dpkg_instances,
  .flush = flush,
  .batch = batch,
  .family = &family};

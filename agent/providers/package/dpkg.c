/* Debian packages, with dpkg alone: installs from files. apt uses the same functions to query and hold packages. */
#include <dirent.h>
#include <stdlib.h>

#include "agent/providers/package/package.h"
#include "base/file.h"

#define DPKG "/usr/bin/dpkg"
#define DPKG_QUERY "/usr/bin/dpkg-query"
#define DPKG_DATABASE "/var/lib/dpkg"

enum { MOST_STATUS_BYTES = 256 << 20 };

bool dpkg_not_virtual(void) { return false; }

/* --- states --- */

static str word(str *line)
{
  while (line->n > 0 && line->p[0] == ' ') *line = str_from(*line, 1);
  size_t n = str_index(*line, ' ', 0);
  if (n == SIZE_MAX) n = line->n;
  const str found = str_sub(*line, 0, n);
  *line = str_from(*line, n);
  return found;
}

/* The name is followed by one blank and the version, which may be empty. */
bool dpkg_parse(struct arena *a, str line, bool provides, struct package *p, str *name, str *error)
{
  if (line.n > 0 && line.p[0] == '\'') line = str_from(line, 1);
  const str desired = word(&line);
  *error = word(&line);
  const str status = word(&line);
  *name = word(&line);
  if (name->n == 0 || line.n == 0) return false;
  str version = str_from(line, 1);
  if (provides) {
    const size_t list = str_find(version, STR(" ["), 0);
    if (list == SIZE_MAX || !str_ends(version, STR("]"))) return false;
    version = str_sub(version, 0, list);
  }
  if (str_index(version, ' ', 0) != SIZE_MAX) return false;
  if (str_eqz(status, "not-installed")) p->ensure = RAL_WORD(purged);
  else if (str_eqz(status, "config-files") || str_eqz(status, "half-installed") || str_eqz(status, "unpacked") ||
           str_eqz(status, "half-configured"))
    p->ensure = RAL_WORD(absent);
  else p->ensure = value_str(str_of(arena_strz(a, version)));
  p->mark = str_eqz(desired, "hold") ? RAL_WORD(hold) : RAL_WORD(none);
  return true;
}

/* --- all packages --- */

static bool field(str line, str name, str *v)
{
  if (line.n <= name.n || line.p[name.n] != ':' || !str_caseeq(str_sub(line, 0, name.n), name)) return false;
  *v = str_trim(str_from(line, name.n + 1));
  return true;
}

/* A paragraph of the file: what dpkg-query prints about it. False: it has to be asked. */
static bool put_paragraph(struct strmap *seen, str text, struct buf *out)
{
  str name = STR_EMPTY, status = STR_EMPTY, version = STR_EMPTY;
  bool is_new;
  for (size_t at = 0; at < text.n;) {
    const str line = package_next_line(text, &at);
    if (!field(line, STR("Package"), &name) && !field(line, STR("Status"), &status))
      field(line, STR("Version"), &version);
  }
  strmap_slot(seen, name, &is_new);
  if (name.n == 0 || status.n == 0 || !is_new) return false;
  if (!str_ends(status, STR(" not-installed")))
    buf_printf(out, "%.*s %.*s %.*s\n", STR_FMT(status), STR_FMT(name), STR_FMT(version));
  return true;
}

bool dpkg_read_status(struct arena *a, str text, struct buf *out)
{
  struct strmap seen;
  strmap_init(&seen, a);
  for (size_t at = 0, end; at < text.n; at = end + 2) {
    end = str_find(text, STR("\n\n"), at);
    if (end == SIZE_MAX) end = text.n;
    if (!put_paragraph(&seen, str_sub(text, at, end - at), out)) return false;
  }
  return true;
}

/* Whether a run of dpkg that is not complete has left changes beside the file. */
static bool has_updates(void)
{
  DIR *d = opendir(DPKG_DATABASE "/updates");
  const struct dirent *e;
  bool found = d == NULL;
  while (d != NULL && (e = readdir(d)) != NULL) found = found || e->d_name[0] != '.';
  if (d != NULL) closedir(d);
  return found;
}

/* What dpkg-query would print, from the file that it reads. False: it has to be asked; and with --debug, which shows
 * what is run. */
static bool read_status(struct ral *ral, str *lines)
{
  struct buf text = BUF_HEAP, out = BUF_IN(ral->arena);
  if (log_enabled(&log_agent, LOG_LEVEL_DEBUG) || getenv("DPKG_ADMINDIR") != NULL || getenv("DPKG_ROOT") != NULL)
    return false;
  const bool known = !has_updates() && file_read(DPKG_DATABASE "/status", MOST_STATUS_BYTES, &text) == 0 &&
                     dpkg_read_status(ral->arena, buf_view(&text), &out) && !has_updates();
  buf_free(&text);
  *lines = buf_view(&out);
  return known;
}

static bool ask_for_all(struct ral *ral, str *lines)
{
  static const char *const argv[] = {DPKG_QUERY, "-W", "--showformat", "${Status} ${Package} ${Version}\\n", NULL};
  const struct command c = {.argv = argv, .umask = -1};
  struct command_result result;
  if (!command_try(ral, &c, &result)) return false;
  *lines = result.output;
  return (result.end == COMMAND_EXITED && result.status == 0) || ral_fail(ral, "%.*s", STR_FMT(result.output));
}

bool dpkg_prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  struct strmap wanted;
  str lines;
  if (!read_status(ral, &lines) && !ask_for_all(ral, &lines)) return false;
  strmap_init(&wanted, ral->arena);
  for (uint32_t i = 0; i < n; i++) {
    struct package *p = package_of(resources[i]);
    p->prefetched = true;
    p->changes = ral->changes;
    strmap_put(&wanted, ral_value_text(resources[i], "name"), resources[i]);
  }
  for (size_t at = 0; at < lines.n;) {
    const str line = package_next_line(lines, &at);
    struct package found = {.known = true, .prefetched = true, .changes = ral->changes};
    str name, error;
    if (!dpkg_parse(ral->arena, line, false, &found, &name, &error)) {
      ral_log_run(ral, LOG_LEVEL_DEBUG, "Failed to match dpkg-query line \"%.*s\\n\"", STR_FMT(line));
      continue;
    }
    struct ral_resource *r = strmap_get(&wanted, name);
    if (r != NULL) *package_of(r) = found;
  }
  return true;
}

bool dpkg_instances(struct ral *ral, struct valuevec *names)
{
  static const char *const argv[] = {DPKG_QUERY, "-W", "--showformat", "${Status} ${Package} ${Version}\\n", NULL};
  str output;
  if (!command_must(ral, argv, &output)) return false;
  for (size_t at = 0; at < output.n;) {
    struct package p = {0};
    str name, error;
    if (dpkg_parse(ral->arena, package_next_line(output, &at), false, &p, &name, &error)) {
      valuevec_push(names, ral->arena, value_str(str_of(arena_strz(ral->arena, name))));
    }
  }
  return true;
}

/* Whether a package provides a virtual one: the list in brackets contains its name without a version. */
static bool provides(str line, str name)
{
  for (size_t at = str_find(line, name, 0); at != SIZE_MAX; at = str_find(line, name, at + 1)) {
    const char before = at > 0 ? line.p[at - 1] : '\0';
    const char after = at + name.n < line.n ? line.p[at + name.n] : '\0';
    if ((before == '[' || before == ' ') && (after == ']' || after == ',')) return true;
  }
  return false;
}

/* A virtual package is managed under the name of the package that provides it. */
static bool find_real(struct ral_resource *r)
{
  static const char *const argv[] = {DPKG_QUERY, "-W", "--showformat",
                                     "${Status} ${Package} ${Version} [${Provides}]\\n", NULL};
  struct ral *ral = r->ral;
  const str wanted = ral_value_text(r, "name");
  str output;
  if (!command_must(ral, argv, &output)) return true;
  for (size_t at = 0; at < output.n;) {
    const str line = package_next_line(output, &at);
    struct package p = {0};
    str name, error;
    if (!provides(line, wanted) || !dpkg_parse(ral->arena, line, true, &p, &name, &error)) continue;
    ral_log_run(ral, LOG_LEVEL_INFO, "Package %.*s is virtual, defaulting to %.*s", STR_FMT(wanted), STR_FMT(name));
    return ral_set(r, "name", value_str(str_of(arena_strz(ral->arena, name))));
  }
  return true;
}

/* If prefetch has not found a plain name (without architecture or pattern), the package is missing, until something
 * changes. */
static bool known_missing(const struct ral_resource *r, const struct package *p)
{
  const str name = ral_value_text(r, "name");
  for (size_t i = 0; i < name.n; i++) {
    if (name.p[i] != '\0' && strchr(":*?[", name.p[i]) != NULL) return false;
  }
  return p->prefetched && p->changes == r->ral->changes;
}

bool dpkg_query(struct ral_resource *r, struct package *p)
{
  struct ral *ral = r->ral;
  str output, name, error;
  if (ral_flag(r, "allow_virtual")) {
    if (!find_real(r)) return false;
  } else if (known_missing(r, p)) {
    p->ensure = RAL_WORD(purged);
    return true;
  }
  const char *const argv[] = {DPKG_QUERY,      "-W", "--showformat", "${Status} ${Package} ${Version}\\n",
                              package_name(r), NULL};
  p->ensure = RAL_WORD(purged);
  if (!command_must(ral, argv, &output)) return true;
  p->ensure = RAL_WORD(absent);
  for (size_t at = 0; at < output.n;) {
    if (!dpkg_parse(ral->arena, package_next_line(output, &at), false, p, &name, &error)) continue;
    if (str_eqz(error, "ok")) return true;
    return ral_fail(ral, "Package %.*s, version %.*s is in error state: %.*s", STR_FMT(name),
                    STR_FMT(ral_to_s(ral->arena, p->ensure)), STR_FMT(error));
  }
  return true;
}

/* --- changes --- */

bool dpkg_hold(struct ral_resource *r, bool hold)
{
  static const char *const argv[] = {"dpkg", "--set-selections", NULL};
  const str line = arena_printf(r->ral->arena, "%s %s\n", package_name(r), hold ? "hold" : "install");
  const struct command c = {.argv = argv, .input = line.p, .umask = -1, .separate = true};
  struct command_result ignored;
  return command_try(r->ral, &c, &ignored);
}

static bool install(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const value source = ral_value(r, "source");
  const bool keeps = ral_is(ral_value(r, "configfiles"), "keep");
  if (source.kind == V_UNDEF) return ral_fail_system(ral, "You cannot install dpkg packages without a source");
  const char *const argv[] = {DPKG, keeps ? "--force-confold" : "--force-confnew", "-i",
                              arena_strz(ral->arena, ral_to_s(ral->arena, source)), NULL};
  if (ral_is(package_of(r)->mark, "hold") && !dpkg_hold(r, false)) return false;
  const bool ok = command_must(ral, argv, NULL);
  const str why = ral->error;
  if (ral_is(ral_value(r, "mark"), "hold") && !dpkg_hold(r, true)) return false;
  return ok || ral_fail(ral, "%.*s", STR_FMT(why));
}

static bool uninstall(struct ral_resource *r)
{
  const char *const argv[] = {DPKG, "-r", package_name(r), NULL};
  return command_must(r->ral, argv, NULL);
}

bool dpkg_purge(struct ral_resource *r)
{
  const char *const argv[] = {DPKG, "--purge", package_name(r), NULL};
  return command_must(r->ral, argv, NULL);
}

/* The version of the package file. */
static bool latest(struct ral_resource *r, value *version)
{
  struct ral *ral = r->ral;
  const value source = ral_value(r, "source");
  str output;
  if (source.kind == V_UNDEF) {
    return ral_fail(ral, "Could not update: You cannot install dpkg packages without a source");
  }
  const char *const argv[] = {"/usr/bin/dpkg-deb", "--show", arena_strz(ral->arena, ral_to_s(ral->arena, source)),
                              NULL};
  if (!command_must(ral, argv, &output)) return false;
  for (size_t at = 0; at < output.n;) {
    const str line = package_next_line(output, &at);
    const size_t tab = str_index(line, '\t', 0);
    if (tab == SIZE_MAX || tab == 0 || tab + 1 == line.n) continue;
    const str name = str_sub(line, 0, tab);
    if (str_find(name, ral_value_text(r, "name"), 0) == SIZE_MAX) {
      ral_log_provider(r, LOG_LEVEL_WARNING, "source doesn't contain named package, but %.*s", STR_FMT(name));
    }
    *version = value_str(str_from(line, tab + 1));
    return true;
  }
  return ral_fail(ral, "dpkg-deb shows no package in %s", argv[2]);
}

static bool flush(struct ral_resource *r)
{
  package_of(r)->known = false;
  return true;
}

static const struct package_provider family = {.query = dpkg_query,
                                               .install = install,
                                               .update = install,
                                               .uninstall = uninstall,
                                               .purge = dpkg_purge,
                                               .hold = dpkg_hold,
                                               .latest = latest,
                                               .allow_virtual = dpkg_not_virtual};
static const char *const commands[] = {DPKG, "/usr/bin/dpkg-deb", DPKG_QUERY, NULL};

const struct ral_provider package_dpkg = {
  .name = "dpkg",
  .commands = commands,
  .specificity = 5,
  .features = "holdable installable purgeable uninstallable upgradeable virtual_packages",
  .prefetch = dpkg_prefetch,
  .instances = dpkg_instances,
  .flush = flush,
  .family = &family};

/* rpm packages: installs from files. */
#include <stdlib.h>

#include "agent/providers/package/package.h"
#include "agent/providers/package/version.h"

#define FORMAT "%{NAME} %|EPOCH?{%{EPOCH}}:{0}| %{VERSION} %{RELEASE} %{ARCH}\\n"

bool rpm_parse(str line, struct rpm_fields *out)
{
  str *const fields[] = {&out->name, &out->epoch, &out->version, &out->release, &out->arch};
  if (line.n > 0 && line.p[0] == '\'') line = str_from(line, 1);
  for (int i = 0; i < 5; i++) {
    size_t n = 0;
    while (n < line.n && !ascii_is_space((unsigned char)line.p[n])) n++;
    if (n == 0 || (i < 4 ? n == line.n || line.p[n] != ' ' : n != line.n)) return false;
    *fields[i] = str_sub(line, 0, n);
    line = str_from(line, i < 4 ? n + 1 : n);
  }
  return true;
}

static str version_of(struct arena *a, const struct rpm_fields *f)
{
  const bool epoch = !str_eqz(f->epoch, "0");
  return arena_printf(a, "%.*s%s%.*s-%.*s", STR_FMT(epoch ? f->epoch : STR_EMPTY), epoch ? ":" : "",
                      STR_FMT(f->version), STR_FMT(f->release));
}

/* Adds a version; a package can be installed in several. */
static void add_version(struct arena *a, value *ensure, str version)
{
  if (ensure->kind != V_STRING) *ensure = value_str(version);
  else if (str_find(value_text(*ensure), version, 0) == SIZE_MAX) {
    *ensure = value_str(arena_printf(a, "%.*s; %.*s", STR_FMT(value_text(*ensure)), STR_FMT(version)));
  }
}

static bool read_line(struct ral *ral, str line, struct rpm_fields *out)
{
  if (rpm_parse(str_trim(line), out)) return true;
  ral_log_run(ral, LOG_LEVEL_DEBUG, "Failed to match rpm line %.*s", STR_FMT(line));
  return false;
}

/* --- states --- */

static const char *program(struct ral *ral)
{
  const str path = command_find(ral, STR("rpm"), NULL);
  return path.n > 0 ? arena_strz(ral->arena, path) : "rpm";
}

/* Lists the lines of all packages, sorted. */
static bool list_all(struct ral *ral, str **lines, size_t *n)
{
  const char *const argv[] = {program(ral), "-qa", "--nosignature", "--nodigest", "--qf", FORMAT, NULL};
  const struct command c = {.argv = argv, .umask = -1};
  struct command_result result;
  if (!command_try(ral, &c, &result)) return false;
  if (result.end != COMMAND_EXITED || result.status != 0) return ral_fail(ral, "Failed to list packages");
  size_t count = 0;
  for (size_t i = 0; i < result.output.n; i++) count += result.output.p[i] == '\n';
  *lines = arena_array(ral->arena, count + 2, sizeof **lines);
  *n = 0;
  for (size_t at = 0; at < result.output.n;) (*lines)[(*n)++] = package_next_line(result.output, &at);
  qsort(*lines, *n, sizeof **lines, str_order);
  return true;
}

/* Queries all packages with one run of rpm. */
bool rpm_prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  struct strmap wanted;
  struct rpm_fields f;
  str *lines;
  size_t count;
  if (!list_all(ral, &lines, &count)) return false;
  strmap_init(&wanted, ral->arena);
  for (uint32_t i = 0; i < n; i++) strmap_put(&wanted, ral_value_text(resources[i], "name"), resources[i]);
  for (size_t i = 0; i < count; i++) {
    if (!read_line(ral, lines[i], &f)) continue;
    struct ral_resource *r = strmap_get(&wanted, f.name);
    if (r == NULL) continue;
    struct package *p = package_of(r);
    if (!p->known) *p = (struct package){.known = true, .prefetched = true, .changes = ral->changes};
    add_version(ral->arena, &p->ensure, version_of(ral->arena, &f));
  }
  return true;
}

bool rpm_instances(struct ral *ral, struct valuevec *names)
{
  struct rpm_fields f;
  str *lines, last = STR_EMPTY;
  size_t n;
  if (!list_all(ral, &lines, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    if (!read_line(ral, lines[i], &f) || str_eq(f.name, last)) continue;
    last = f.name;
    valuevec_push(names, ral->arena, value_str(f.name));
  }
  return true;
}

/* Queries a package, or the package that provides the name; *output is empty if neither is installed. */
static bool ask(struct ral_resource *r, str *output)
{
  struct ral *ral = r->ral;
  const char *argv[] = {program(ral), "-q", package_name(r), "--nosignature", "--nodigest", "--qf", FORMAT, NULL, NULL};
  *output = STR_EMPTY;
  for (int pass = 0; pass < 2; pass++) {
    const struct command c = {.argv = argv, .umask = -1};
    struct command_result result;
    if (!command_try(ral, &c, &result)) return false;
    if (result.end == COMMAND_EXITED && result.status == 0) {
      *output = result.output;
      return true;
    }
    if (!ral_flag(r, "allow_virtual")) return true;
    argv[7] = "--whatprovides";
  }
  return true;
}

/* Reads the package's fields from the first line. */
static bool query_fields(struct ral_resource *r, struct package *p, struct rpm_fields *first)
{
  str output;
  struct rpm_fields f;
  bool any = false;
  p->ensure = RAL_WORD(absent);
  if (!ask(r, &output)) return false;
  for (size_t at = 0; at < output.n;) {
    if (!read_line(r->ral, package_next_line(output, &at), &f)) continue;
    if (!any) *first = f;
    any = true;
    if (str_eq(f.name, first->name)) add_version(r->ral->arena, &p->ensure, version_of(r->ral->arena, &f));
  }
  return true;
}

bool rpm_query(struct ral_resource *r, struct package *p)
{
  struct rpm_fields ignored;
  return query_fields(r, p, &ignored);
}

/* A package with install_only is in sync if any installed version matches. */
bool rpm_fits(struct ral_resource *r, value is)
{
  const value should = ral_value(r, "ensure");
  if (is.kind != V_STRING || should.kind != V_STRING) return false;
  const str all = value_text(is);
  if (str_find(all, STR("; "), 0) != SIZE_MAX && !ral_flag(r, "install_only")) return false;
  for (size_t at = 0; at <= all.n;) {
    size_t end = str_find(all, STR("; "), at);
    if (end == SIZE_MAX) end = all.n;
    if (version_rpm_compare(value_text(should), str_sub(all, at, end - at)) == 0) return true;
    at = end + 2;
  }
  return false;
}

/* --- changes --- */

static const char *source_of(struct ral_resource *r)
{
  const value source = ral_value(r, "source");
  if (source.kind != V_UNDEF) return arena_strz(r->ral->arena, ral_to_s(r->ral->arena, source));
  ral_fail(r->ral, "RPMs must specify a package source");
  return NULL;
}

/* The version of the package file. */
static bool latest(struct ral_resource *r, value *version)
{
  struct ral *ral = r->ral;
  const char *source = source_of(r);
  struct rpm_fields f;
  str output;
  if (source == NULL) return false;
  const char *const argv[] = {program(ral), "-q", "--qf", FORMAT, "-p", source, NULL};
  if (!command_must(ral, argv, &output)) return false;
  *version = VALUE_UNDEF;
  for (size_t at = 0; at < output.n;) {
    if (read_line(ral, package_next_line(output, &at), &f))
      add_version(ral->arena, version, version_of(ral->arena, &f));
  }
  return true;
}

static bool install(struct ral_resource *r)
{
  const value should = ral_value(r, "ensure"), is = package_of(r)->ensure;
  const char *source = source_of(r);
  struct words w = {.arena = r->ral->arena};
  value there = VALUE_UNDEF;
  if (source == NULL) return false;
  if (value_same(should, is)) return true;
  if (ral_is(should, "latest")) {
    if (!latest(r, &there)) return false;
    if (value_same(there, is)) return true;
  }
  words_add(&w, program(r->ral));
  words_add(&w, is.kind == V_STRING ? "-U" : "-i");
  if (is.kind == V_STRING) words_add(&w, "--oldpackage");
  words_add_options(&w, r, "install_options");
  words_add(&w, source);
  return command_must(r->ral, w.items, NULL);
}

/* Adds the package to remove; its name may include version, release and architecture. */
static void add_identifiers(struct words *w, const struct ral_resource *r, const struct package *p,
                            const struct rpm_fields *f)
{
  struct arena *a = w->arena;
  const str name = ral_value_text(r, "name"), all = value_text(p->ensure);
  const str nav = arena_printf(a, "%.*s-%.*s", STR_FMT(f->name), STR_FMT(f->version));
  const str nvr = arena_printf(a, "%.*s-%.*s", STR_FMT(nav), STR_FMT(f->release));
  const str arch = arena_printf(a, ".%.*s", STR_FMT(f->arch));
  const bool whole = str_starts(name, nvr), part = str_starts(name, nav);
  for (size_t at = 0; !part && ral_flag(r, "install_only") && at <= all.n;) {
    size_t end = str_find(all, STR("; "), at);
    if (end == SIZE_MAX) end = all.n;
    words_add(w, arena_printf(a, "%.*s-%.*s", STR_FMT(f->name), STR_FMT(str_sub(all, at, end - at))).p);
    at = end + 2;
  }
  if (!part && ral_flag(r, "install_only")) return;
  const str chosen = whole ? nvr : part ? nav : f->name;
  words_add(w, arena_printf(a, "%.*s%.*s", STR_FMT(chosen), STR_FMT(str_ends(name, arch) ? arch : STR_EMPTY)).p);
}

bool rpm_uninstall(struct ral_resource *r)
{
  struct package found = {.ensure = VALUE_UNDEF};
  struct rpm_fields f;
  struct words w = {.arena = r->ral->arena};
  if (!query_fields(r, &found, &f)) return false;
  if (found.ensure.kind != V_STRING) return ral_fail(r->ral, "The package %s is no longer there", package_name(r));
  words_add(&w, program(r->ral));
  words_add(&w, "-e");
  words_add_options(&w, r, "uninstall_options");
  add_identifiers(&w, r, &found, &f);
  return command_must(r->ral, w.items, NULL);
}

bool rpm_flush(struct ral_resource *r)
{
  package_of(r)->known = false;
  return true;
}

static const struct package_provider family = {.query = rpm_query,
                                               .install = install,
                                               .update = install,
                                               .uninstall = rpm_uninstall,
                                               .latest = latest,
                                               .fits = rpm_fits};
static const char *const commands[] = {"rpm", NULL};

const struct ral_provider package_rpm = {
  .name = "rpm",
  .commands = commands,
  .specificity = 5,
  .features =
    "install_only install_options installable uninstall_options uninstallable upgradeable versionable virtual_packages",
  .prefetch = rpm_prefetch,
  .instances = rpm_instances,
  .flush = rpm_flush,
  .family = &family};

/* Ruby gems. */
#include "agent/providers/package/package.h"
#include "agent/providers/package/version.h"

/* Parses "rake (13.0.6, default: 12.3.3 ruby java)". */
bool gem_parse(struct arena *a, str line, str *name, value *versions)
{
  const size_t blank = str_index(line, ' ', 0);
  struct valuevec out = {0};
  if (blank == SIZE_MAX || blank == 0) return false;
  str rest = str_trim(str_from(line, blank));
  const size_t end = rest.n > 2 && rest.p[0] == '(' ? str_find(rest, STR(")"), 1) : SIZE_MAX;
  if (end == SIZE_MAX) return false;
  rest = str_sub(rest, 1, end - 1);
  if (str_starts(rest, STR("default: "))) rest = str_from(rest, strlen("default: "));
  for (size_t at = 0; at < rest.n;) {
    size_t comma = str_index(rest, ',', at);
    if (comma == SIZE_MAX) comma = rest.n;
    str one = str_trim(str_sub(rest, at, comma - at));
    const size_t stop = str_index(one, ' ', 0);
    if (stop != SIZE_MAX) one = str_sub(one, 0, stop);
    if (one.n > 0) valuevec_push(&out, a, value_str(one));
    at = comma + 1;
  }
  *name = str_sub(line, 0, blank);
  *versions = valuevec_array(&out, a);
  return out.n > 0;
}

/* Lists all gems. */
static bool list(struct ral *ral, const char *command, bool local, const char *source, const char *name,
                 void (*found)(void *ctx, str name, value versions), void *ctx)
{
  struct words w = {.arena = ral->arena};
  str output;
  if (!package_check_command(ral, "gem", command)) return false;
  words_add(&w, command);
  words_add(&w, "list");
  words_add(&w, local ? "--local" : "--remote");
  if (source != NULL) words_add(&w, "--source");
  if (source != NULL) words_add(&w, source);
  if (name != NULL) words_add(&w, arena_printf(ral->arena, "\\A%s\\z", name).p);
  if (!command_must(ral, w.items, &output)) {
    const str why = ral->error;
    return ral_fail(ral, "Could not list gems: %.*s", STR_FMT(why));
  }
  for (str rest = output; rest.n > 0;) {
    const str line = str_cut(&rest, '\n');
    str gem;
    value versions;
    if (gem_parse(ral->arena, line, &gem, &versions)) found(ctx, gem, versions);
    else if (line.n > 0) ral_log_run(ral, LOG_LEVEL_WARNING, "Could not match %.*s", STR_FMT(line));
  }
  return true;
}

/* --- states --- */

struct wanted {
  struct ral_resource **resources;
  uint32_t n;
  const char *command;
};

static void keep_state(void *ctx, str name, value versions)
{
  const struct wanted *w = ctx;
  for (uint32_t i = 0; i < w->n; i++) {
    struct ral_resource *r = w->resources[i];
    const char *command = package_command(r, "gem");
    if (!str_eq(ral_value_text(r, "name"), name) || command == NULL || strcmp(command, w->command) != 0) continue;
    *package_of(r) = (struct package){
      .known = true, .ensure = versions, .mark = VALUE_UNDEF, .prefetched = true, .changes = r->ral->changes};
  }
}

/* Lists once for each gem program. */
static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const char *command = package_command(resources[i], "gem");
    bool done = command == NULL;
    for (uint32_t k = 0; !done && k < i; k++) {
      const char *other = package_command(resources[k], "gem");
      done = other != NULL && strcmp(other, command) == 0;
    }
    struct wanted w = {resources, n, command};
    if (done) continue;
    if (!list(ral, command, true, NULL, NULL, keep_state, &w)) return false;
  }
  return true;
}

struct names {
  struct valuevec *names;
  struct arena *arena;
};

static void add_name(void *ctx, str name, value versions)
{
  const struct names *out = ctx;
  (void)versions;
  valuevec_push(out->names, out->arena, value_str(name));
}

static bool instances(struct ral *ral, struct valuevec *names)
{
  struct names out = {names, ral->arena};
  const str command = command_find(ral, STR("gem"), NULL);
  return command.n == 0 || list(ral, arena_strz(ral->arena, command), true, NULL, NULL, add_name, &out);
}

static void first(void *ctx, str name, value versions)
{
  value *out = ctx;
  (void)name;
  if (out->kind == V_UNDEF) *out = versions;
}

static bool query(struct ral_resource *r, struct package *p)
{
  const char *command = package_command_must(r, "gem");
  value found = VALUE_UNDEF;
  if (command == NULL || !list(r->ral, command, true, NULL, package_name(r), first, &found)) return false;
  p->ensure = found.kind == V_UNDEF ? RAL_WORD(absent) : found;
  return true;
}

static bool latest(struct ral_resource *r, value *version)
{
  const char *command = package_command_must(r, "gem");
  const value source = ral_value(r, "source");
  value found = VALUE_UNDEF;
  const char *from = source.kind == V_UNDEF ? NULL : arena_strz(r->ral->arena, ral_to_s(r->ral->arena, source));
  if (command == NULL || !list(r->ral, command, false, from, package_name(r), first, &found)) return false;
  if (found.kind == V_UNDEF) return ral_fail(r->ral, "undefined method `[]' for nil:NilClass");
  *version = found.array->items[0];
  return true;
}

/* --- versions --- */

/* A version, "~> 1.2", or several of them separated by commas: a requirement in gem's own syntax. */
static bool is_requirement(str wanted)
{
  str op, version;
  return str_index(wanted, ',', 0) != SIZE_MAX || version_gem_requirement(wanted, &op, &version);
}

static bool satisfies(str version, str wanted)
{
  bool prerelease = false, ok = true;
  for (size_t at = 0; at <= wanted.n;) {
    size_t comma = str_index(wanted, ',', at);
    str op, bound;
    if (comma == SIZE_MAX) comma = wanted.n;
    if (!version_gem_requirement(str_sub(wanted, at, comma - at), &op, &bound)) return false;
    prerelease = prerelease || version_gem_is_prerelease(bound);
    ok = ok && version_gem_satisfies(version, op, bound);
    at = comma + 1;
  }
  return ok && (prerelease || !version_gem_is_prerelease(version));
}

static bool fits(struct ral_resource *r, value is)
{
  const str wanted = ral_to_s(r->ral->arena, ral_value(r, "ensure"));
  const bool requirement = is_requirement(wanted);
  struct version_range range;
  if (!requirement && !version_range_parse(&version_gem, wanted, &range)) {
    ral_log_run(r->ral, LOG_LEVEL_DEBUG, "Cannot parse %.*s as a ruby gem version range", STR_FMT(wanted));
    return false;
  }
  for (uint32_t i = 0; i < (is.kind == V_ARRAY ? is.array->n : 1); i++) {
    const str version = ral_text(is.kind == V_ARRAY ? is.array->items[i] : is);
    if (version.n == 0 || !version_gem.valid(version)) continue;
    if (requirement ? satisfies(version, wanted) : version_range_has(&version_gem, &range, version)) return true;
  }
  return false;
}

/* --- changes --- */

/* The version argument of gem: the two parts of a range are joined by a comma. */
static const char *version_for(struct ral_resource *r)
{
  const value ensure = ral_value(r, "ensure");
  const str wanted = ral_to_s(r->ral->arena, ensure);
  struct version_range range;
  if (ensure.kind != V_STRING) return NULL;
  if (!is_requirement(wanted) && version_range_parse(&version_gem, wanted, &range) && range.n == 2) {
    struct version_range one = {.n = 1};
    struct buf out = BUF_IN(r->ral->arena);
    for (int i = 0; i < 2; i++) {
      if (i > 0) buf_z(&out, ", ");
      one.parts[0].op = range.parts[i].op;
      one.parts[0].version = range.parts[i].version;
      version_range_show(&version_gem, &one, &out);
    }
    return out.p;
  }
  return arena_strz(r->ral->arena, wanted);
}

static bool is_scheme_char(char c, bool first)
{
  if (ascii_is_alpha((unsigned char)c)) return true;
  return !first && c != '\0' && (ascii_is_digit((unsigned char)c) || strchr("+-.", c) != NULL);
}

/* The source is a local file, or a URL of a gem server. */
static bool add_source(struct ral_resource *r, struct words *w)
{
  const value given = ral_value(r, "source");
  const str source = ral_to_s(r->ral->arena, given);
  size_t n = 0;
  if (given.kind == V_UNDEF) {
    words_add(w, package_name(r));
    return true;
  }
  while (n < source.n && is_scheme_char(source.p[n], n == 0)) n++;
  const bool url = n > 0 && n < source.n && source.p[n] == ':';
  const char *text = arena_strz(r->ral->arena, source);
  if (!url || source.p[0] == '/') {
    words_add(w, text);
  } else if (n == 4 && str_caseeq(str_sub(source, 0, 4), STR("file"))) {
    const char *path = text + 5;
    words_add(w, strncmp(path, "//", 2) == 0 ? path + 2 : path);
  } else if (n == 6 && str_starts(source, STR("puppet"))) {
    return ral_fail(r->ral, "puppet:// URLs are not supported as gem sources");
  } else {
    words_add(w, "--source");
    words_add(w, text);
    words_add(w, package_name(r));
  }
  return true;
}

/* Some versions of gem return 0 in spite of errors, so the output is checked, too. */
static bool succeed(struct ral_resource *r, const struct words *w, const char *what)
{
  str output;
  if (!command_must(r->ral, w->items, &output)) return false;
  if (str_find(output, STR("ERROR"), 0) == SIZE_MAX) return true;
  while (output.n > 0 && output.p[output.n - 1] == '\n') output.n--;
  return ral_fail(r->ral, "Could not %s: %.*s", what, STR_FMT(output));
}

static bool install_as(struct ral_resource *r, bool use_version)
{
  struct words w = {.arena = r->ral->arena};
  const char *command = package_command_must(r, "gem"), *version = version_for(r);
  if (command == NULL) return false;
  words_add(&w, command);
  words_add(&w, "install");
  words_add_options(&w, r, "install_options");
  if (use_version && version != NULL) {
    words_add(&w, "-v");
    words_add(&w, version);
  }
  words_add(&w, "--no-document");
  return add_source(r, &w) && succeed(r, &w, "install");
}

static bool install(struct ral_resource *r) { return install_as(r, true); }
static bool update(struct ral_resource *r) { return install_as(r, false); }

static bool uninstall(struct ral_resource *r)
{
  struct words w = {.arena = r->ral->arena};
  const char *command = package_command_must(r, "gem");
  if (command == NULL) return false;
  words_add(&w, command);
  words_add(&w, "uninstall");
  words_add(&w, "--executables");
  words_add(&w, "--all");
  words_add(&w, package_name(r));
  words_add_options(&w, r, "uninstall_options");
  return succeed(r, &w, "uninstall");
}

static bool flush(struct ral_resource *r)
{
  package_of(r)->known = false;
  return true;
}

static const struct package_provider family = {
  .query = query, .install = install, .update = update, .uninstall = uninstall, .latest = latest, .fits = fits};

const struct ral_provider package_gem = {
  .name = "gem",
  .specificity = 1,
  .features = "install_options installable targetable uninstall_options uninstallable upgradeable version_ranges "
              "versionable",
  .prefetch = prefetch,
  .instances = instances,
  .flush = flush,
  .family = &family};

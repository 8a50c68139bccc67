/* The resource type `yumrepo`: repositories of yum and dnf. */
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/providers/yumrepo/repofile.h"
#include "agent/ral/munge.h"
#include "agent/system/store.h"

static const char conf[] = "/etc/yum.conf";

/* The provider's data about one repository. */
struct state {
  bool present;
  str target;           /* its file; empty: unknown */
  struct strmap values; /* name of a property -> str *; NULL: not set */
};

/* --- files --- */

struct memory {
  struct repo_files files;
  bool read;
};

static struct memory *memory_of(struct ral *ral)
{
  static const char owner;
  struct memory *m = ral_memory(ral, &owner, sizeof *m);
  m->files.ral = ral;
  return m;
}

static bool is_there(str path)
{
  struct stat st;
  return stat(path.p, &st) == 0;
}

static bool is_file(const char *path)
{
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* The directories that exist: those in `reposdir`, or the default ones. */
static bool directories(struct ral *ral, struct valuevec *out)
{
  struct buf text = BUF_IN(ral->arena);
  struct repo_files one = {.ral = ral};
  const str *named = NULL;
  if (access(conf, F_OK) == 0) {
    if (!store_read(ral, conf, &text) || !repo_parse(&one, str_of(conf), buf_view(&text))) return false;
    const struct repo_section *main = repo_find(&one, STR("main"));
    if (main != NULL) named = repo_get(main, STR("reposdir"));
  }
  char *list = arena_strz(ral->arena, named != NULL ? *named : STR("/etc/yum.repos.d /etc/yum/repos.d")), *next = NULL;
  for (char *word = strtok_r(list, " \t\r\n\f\v,", &next); word != NULL; word = strtok_r(NULL, " \t\r\n\f\v,", &next)) {
    if (is_there(str_of(word))) valuevec_push(out, ral->arena, value_str(str_of(word)));
  }
  if (out->n == 0) ral_log_run(ral, LOG_LEVEL_DEBUG, "No yum directories were found on the local filesystem");
  return true;
}

static bool read_file(struct ral *ral, const char *path)
{
  struct buf text = BUF_IN(ral->arena);
  if (!is_file(path)) return true;
  return store_read(ral, path, &text) &&
         repo_parse(&memory_of(ral)->files, arena_str(ral->arena, str_of(path)), buf_view(&text));
}

static bool read_all(struct ral *ral)
{
  struct memory *m = memory_of(ral);
  struct valuevec dirs = {0};
  if (m->read) return true;
  m->read = true;
  if (!read_file(ral, conf) || !directories(ral, &dirs)) return false;
  for (uint32_t i = 0; i < dirs.n; i++) {
    glob_t found;
    bool ok = true;
    const str pattern = arena_printf(ral->arena, "%.*s/*.repo", STR_FMT(ral_text(dirs.items[i])));
    if (glob(pattern.p, 0, NULL, &found) != 0) continue;
    for (size_t k = 0; ok && k < found.gl_pathc; k++) ok = read_file(ral, found.gl_pathv[k]);
    globfree(&found);
    if (!ok) return false;
  }
  return true;
}

/* The file of a repository. With an empty `target` a new one gets its own file in the last directory. */
static bool path_for(struct ral *ral, str name, str target, str *path)
{
  struct valuevec dirs = {0};
  if (!directories(ral, &dirs)) return false;
  *path = str_of(conf);
  if (dirs.n == 0) return true;
  const str last = ral_text(dirs.items[dirs.n - 1]);
  const char *suffix = str_ends(target, STR(".repo")) ? "" : ".repo";
  const char *slash = target.n > 0 ? memrchr(target.p, '/', target.n) : NULL;
  if (target.n == 0) {
    *path = arena_printf(ral->arena, "%.*s/%.*s.repo", STR_FMT(last), STR_FMT(name));
    return true;
  }
  const str parent = slash == NULL ? STR(".") : str_n(target.p, (size_t)(slash - target.p));
  for (uint32_t i = 0; i < dirs.n; i++) {
    if (!str_eq(ral_text(dirs.items[i]), parent)) continue;
    *path = arena_printf(ral->arena, "%.*s%s", STR_FMT(target), suffix);
    return true;
  }
  const str base = slash == NULL ? target : str_from(target, (size_t)(slash - target.p) + 1);
  *path = arena_printf(ral->arena, "%.*s/%.*s%s", STR_FMT(last), STR_FMT(base), suffix);
  return true;
}

/* --- the provider --- */

static str name_of(const struct ral_resource *r) { return ral_value_text(r, "name"); }

/* The wanted target; empty: any file. */
static str wanted_target(const struct ral_resource *r)
{
  const value v = ral_value(r, "target");
  return ral_is(v, "absent") ? STR_EMPTY : ral_to_s(r->ral->arena, v);
}

static struct state *state_of(struct ral_resource *r)
{
  if (r->data == NULL) {
    struct state *s = ARENA_NEW(r->ral->arena, struct state);
    strmap_init(&s->values, r->ral->arena);
    r->data = s;
  }
  return r->data;
}

/* The section of the repository in its file. If another file is wanted, the section is moved there. */
static struct repo_section *section_of(struct ral_resource *r)
{
  struct repo_files *all = &memory_of(r->ral)->files;
  struct state *s = state_of(r);
  struct repo_section *found = NULL, *old = NULL;
  str path;
  if (s->target.n == 0 && !path_for(r->ral, name_of(r), STR_EMPTY, &s->target)) return NULL;
  if (!path_for(r->ral, name_of(r), s->target, &path)) return NULL;
  for (uint32_t i = 0; i < all->files.n; i++) {
    const struct repo_file *f = all->files.items[i];
    for (uint32_t k = 0; k < f->sections.n; k++) {
      struct repo_section *one = f->sections.items[k];
      if (!str_eq(one->name, name_of(r))) continue;
      if (str_eq(one->file, path)) {
        found = one;
      } else {
        one->destroy = true;
        old = one;
      }
    }
  }
  if (found != NULL) return found;
  found = repo_add(all, path, name_of(r));
  if (found == NULL || old == NULL) return found;
  found->entries = arena_array(r->ral->arena, old->n + 1, sizeof *found->entries);
  if (old->n > 0) memcpy(found->entries, old->entries, old->n * sizeof *found->entries);
  found->n = found->cap = old->n;
  return found;
}

/* A repository's name is its id; yum's option "name" is the property descr. */
static str key_of(const struct ral_attribute *a)
{
  return strcmp(a->name, "descr") == 0 ? STR("name") : str_of(a->name);
}

static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  struct memory *m = memory_of(ral);
  if (!read_all(ral)) return false;
  for (uint32_t i = 0; i < n; i++) {
    struct ral_resource *r = resources[i];
    const struct repo_section *found = NULL;
    for (uint32_t k = 0; found == NULL && k < m->files.files.n && !str_eqz(name_of(r), "main"); k++) {
      const struct repo_file *f = m->files.files.items[k];
      for (uint32_t j = 0; found == NULL && j < f->sections.n; j++) {
        const struct repo_section *s = f->sections.items[j];
        if (str_eq(s->name, name_of(r))) found = s;
      }
    }
    if (found == NULL) continue;
    struct state *s = state_of(r);
    s->present = true;
    s->target = found->file;
    for (const struct ral_attribute *a = r->type->attributes; a->name != NULL; a++) {
      const str *text = a->flags & RAL_PROPERTY ? repo_get(found, key_of(a)) : NULL;
      if (text != NULL) strmap_put(&s->values, str_of(a->name), (void *)text);
    }
  }
  return true;
}

static bool instances(struct ral *ral, struct valuevec *names)
{
  struct memory *m = memory_of(ral);
  if (!read_all(ral)) return false;
  for (uint32_t i = 0; i < m->files.files.n; i++) {
    const struct repo_file *f = m->files.files.items[i];
    for (uint32_t k = 0; k < f->sections.n; k++) {
      const struct repo_section *s = f->sections.items[k];
      if (!str_eqz(s->name, "main")) valuevec_push(names, ral->arena, value_str(s->name));
    }
  }
  return true;
}

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  struct state *s = state_of(r);
  if (strcmp(a->name, "ensure") == 0) {
    bool present = s->present;
    str path;
    if (present && wanted_target(r).n > 0) {
      if (!path_for(r->ral, name_of(r), wanted_target(r), &path)) return false;
      present = str_eq(path, s->target);
    }
    *is = present ? RAL_WORD(present) : RAL_WORD(absent);
    return true;
  }
  if (strmap_find(&s->values, str_of(a->name)) == NULL) {
    const struct repo_section *section = section_of(r);
    if (section == NULL) return false;
    strmap_put(&s->values, str_of(a->name), (void *)repo_get(section, key_of(a)));
  }
  const str *text = strmap_get(&s->values, str_of(a->name));
  *is = text != NULL ? value_str(*text) : RAL_WORD(absent);
  return true;
}

static bool set_one(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  struct repo_section *section = section_of(r);
  str *text = NULL;
  if (section == NULL) return false;
  if (!ral_is(should, "absent")) {
    text = ARENA_NEW(r->ral->arena, str);
    *text = ral_to_s(r->ral->arena, should);
  }
  repo_set(&memory_of(r->ral)->files, section, key_of(a), text);
  strmap_put(&state_of(r)->values, str_of(a->name), text);
  return true;
}

static bool create(struct ral_resource *r)
{
  struct state *s = state_of(r);
  str path;
  s->present = true;
  if (wanted_target(r).n > 0 && !path_for(r->ral, name_of(r), wanted_target(r), &s->target)) return false;
  if (s->target.n == 0 && !path_for(r->ral, name_of(r), STR_EMPTY, &s->target)) return false;
  if (!path_for(r->ral, name_of(r), s->target, &path)) return false;
  if (!read_file(r->ral, arena_strz(r->ral->arena, path))) return false;
  for (const struct ral_attribute *a = r->type->attributes; a->name != NULL; a++) {
    const value should = ral_should(r, a);
    if (!(a->flags & RAL_PROPERTY) || strcmp(a->name, "ensure") == 0 || should.kind == V_UNDEF) continue;
    if (!set_one(r, a, should)) return false;
  }
  return true;
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  if (strcmp(a->name, "ensure") != 0) return set_one(r, a, should);
  if (ral_is(should, "present")) return create(r);
  struct repo_section *section = section_of(r);
  if (section == NULL) return false;
  section->destroy = true;
  r->data = NULL;
  return true;
}

/* --- writing --- */

static bool is_dirty(const struct repo_file *f)
{
  for (uint32_t i = 0; i < f->sections.n; i++) {
    const struct repo_section *s = f->sections.items[i];
    if (s->dirty || s->destroy) return true;
  }
  return false;
}

static bool is_empty(const struct repo_file *f)
{
  for (uint32_t i = 0; i < f->sections.n; i++) {
    if (!((const struct repo_section *)f->sections.items[i])->destroy) return false;
  }
  return true;
}

/* Writes the file; removes it if it has no repositories left. */
static bool store(struct ral *ral, struct repo_file *f, bool *gone)
{
  const char *path = arena_strz(ral->arena, f->path);
  struct buf text = BUF_IN(ral->arena);
  *gone = is_empty(f);
  if (*gone && unlink(path) != 0) return ral_fail_system(ral, "%s @ apply2files - %s", strerror(errno), path);
  if (*gone || !is_dirty(f)) return true;
  repo_text(f, &text);
  const int why = store_file(ral->arena, path, buf_view(&text), 0644);
  if (why != 0) return ral_fail_system(ral, "%s @ rb_sysopen - %s", strerror(why), path);
  for (uint32_t i = 0; i < f->sections.n; i++) ((struct repo_section *)f->sections.items[i])->dirty = false;
  return true;
}

static bool flush(struct ral_resource *r)
{
  struct ptrvec *files = &memory_of(r->ral)->files.files;
  uint32_t n = 0;
  bool ok = true;
  for (uint32_t i = 0; i < files->n; i++) {
    bool gone = false;
    ok = ok && store(r->ral, files->items[i], &gone);
    if (!gone) files->items[n++] = files->items[i];
  }
  files->n = n;
  for (uint32_t i = 0; ok && i < n; i++) {
    const char *path = arena_strz(r->ral->arena, ((struct repo_file *)files->items[i])->path);
    struct stat st;
    if (stat(path, &st) != 0 || (st.st_mode & 0777) == 0644) continue;
    ral_log_provider(r, LOG_LEVEL_INFO, "changing mode of %s from %03o to 644", path, st.st_mode & 0777u);
    if (chmod(path, 0644) != 0) return ral_fail_system(r->ral, "%s @ apply2files - %s", strerror(errno), path);
  }
  return ok;
}

/* The file that contains it, and the one that it is moved to. */
static bool changed_files(struct ral_resource *r, struct valuevec *paths)
{
  const struct state *s = state_of(r);
  const str targets[] = {s->target, wanted_target(r)};
  str path;
  for (size_t i = 0; i < 2; i++) {
    if (!path_for(r->ral, name_of(r), targets[i], &path)) return false;
    if (i == 0 || targets[1].n > 0) valuevec_push(paths, r->ral->arena, value_str(path));
  }
  return true;
}

/* --- attributes --- */

static bool invalid(struct ral_resource *r, const struct ral_attribute *a, str why)
{
  return ral_fail(r->ral, "Validate method failed for class %s: %.*s", a->name, STR_FMT(why));
}

static bool is_url(struct ral_resource *r, const struct ral_attribute *a, str url)
{
  static const char *const schemes[] = {"file", "http", "https", "ftp", NULL};
  for (size_t i = 0; i < url.n; i++) {
    const unsigned char c = (unsigned char)url.p[i];
    if (c > 32 && c < 127 && strchr("\"<>\\^`{|}", c) == NULL) continue;
    return invalid(
      r, a,
      arena_printf(r->ral->arena, "bad URI(is not URI?): %.*s", STR_FMT(ral_inspect(r->ral->arena, value_str(url)))));
  }
  for (size_t i = 0; schemes[i] != NULL; i++) {
    const size_t n = strlen(schemes[i]);
    if (url.n > n && url.p[n] == ':' && str_caseeq(str_sub(url, 0, n), str_of(schemes[i]))) return true;
  }
  return invalid(r, a, STR("Must be a valid URL"));
}

static bool validate_url(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  const str text = ral_to_s(r->ral->arena, v);
  return str_eqz(text, "absent") || is_url(r, a, text);
}

/* One or more URLs, separated by blanks. */
static bool validate_urls(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  const str text = ral_to_s(r->ral->arena, v);
  if (str_eqz(text, "absent")) return true;
  for (size_t at = 0; at < text.n;) {
    size_t end = at;
    while (end < text.n && !ascii_is_space((unsigned char)text.p[end])) end++;
    if (!is_url(r, a, str_sub(text, at, end - at))) return false;
    for (at = end; at < text.n && ascii_is_space((unsigned char)text.p[at]); at++) {
    }
  }
  return true;
}

static int64_t fact_number(struct ral *ral, const char *const *path)
{
  value v = value_hash(ral->facts);
  for (; *path != NULL && v.kind == V_HASH; path++) {
    const value *found = hash_get_str(v.hash, str_of(*path));
    v = found != NULL ? *found : VALUE_UNDEF;
  }
  return v.kind == V_UNDEF ? 0 : atoll(arena_strz(ral->arena, ral_to_s(ral->arena, v)));
}

static bool validate_proxy(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  static const char *const major[] = {"os", "release", "major", NULL};
  const str text = ral_to_s(r->ral->arena, v);
  if (str_eqz(text, "absent") || str_eqz(text, "_none_")) return true;
  return (text.n == 0 && fact_number(r->ral, major) >= 8) || is_url(r, a, text);
}

static bool munge_proxy(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  static const char *const major[] = {"os", "distro", "release", "major", NULL};
  const str text = ral_to_s(r->ral->arena, *v);
  (void)a;
  if (str_eqz(text, "absent")) *v = RAL_WORD(absent);
  else if (str_eqz(text, "_none_") && fact_number(r->ral, major) >= 8) *v = value_str(STR_EMPTY);
  return true;
}

static bool munge_boolean(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  char *text = arena_strz(r->ral->arena, ral_to_s(r->ral->arena, *v));
  (void)a;
  if (strcmp(text, "absent") == 0) {
    *v = RAL_WORD(absent);
    return true;
  }
  for (size_t i = 0; text[i] != '\0'; i++) {
    text[i] = (char)(i == 0 ? ascii_upper((unsigned char)text[i]) : ascii_lower((unsigned char)text[i]));
  }
  *v = value_str(str_of(text));
  return true;
}

/* Hides passwords in messages. */
static bool validate(struct ral_resource *r)
{
  static const char *const secrets[] = {"password", "proxy_password", NULL};
  for (size_t i = 0; secrets[i] != NULL; i++) {
    if (ral_setting(r, secrets[i])->set) ral_setting(r, secrets[i])->sensitive = true;
  }
  return true;
}

static const struct ral_provider inifile = {
  .name = "inifile", .prefetch = prefetch, .instances = instances, .get = get, .set = set, .flush = flush};
static const struct ral_provider *const providers[] = {&inifile, NULL};

static const struct ral_word absents[] = {{.name = "absent"}, {0}};
static const char *const anything[] = {".*", NULL}, *const booleans[] = {"^(true|false|0|1|no|yes)$", NULL};
static const char *const digits[] = {"^[0-9]+$", NULL}, *const numbers[] = {"^\\d+$", NULL};
static const char *const methods[] = {"^roundrobin|priority$", NULL}, *const caches[] = {"^(packages|all|none)$", NULL};
static const char *const expiries[] = {"^([0-9]+[dhm]?|never)$", NULL}, *const priorities[] = {"^-?\\d+$", NULL};
static const char *const throttles[] = {"^\\d+[kMG%]?$", NULL}, *const bandwidths[] = {"^\\d+[kMG]?$", NULL};

#define PROPERTY(name_, ...)                                            \
  {                                                                     \
    .name = name_, .flags = RAL_PROPERTY, .words = absents, __VA_ARGS__ \
  }
#define BOOLEAN(name_) PROPERTY(name_, .patterns = booleans, .munge = munge_boolean)
#define TEXT(name_) PROPERTY(name_, .patterns = anything)
#define URL(name_) PROPERTY(name_, .patterns = anything, .validate = validate_url)
#define URLS(name_) PROPERTY(name_, .patterns = anything, .validate = validate_urls)

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words, .fallback = ral_fallback_present},
  TEXT("descr"),
  URL("mirrorlist"),
  URLS("baseurl"),
  BOOLEAN("enabled"),
  BOOLEAN("gpgcheck"),
  BOOLEAN("payload_gpgcheck"),
  BOOLEAN("repo_gpgcheck"),
  URLS("gpgkey"),
  PROPERTY("mirrorlist_expire", .patterns = digits),
  URL("include"),
  TEXT("exclude"),
  URL("gpgcakey"),
  TEXT("includepkgs"),
  BOOLEAN("enablegroups"),
  BOOLEAN("module_hotfixes"),
  PROPERTY("failovermethod", .patterns = methods),
  BOOLEAN("keepalive"),
  PROPERTY("retries", .patterns = digits),
  PROPERTY("http_caching", .patterns = caches),
  PROPERTY("timeout", .patterns = numbers),
  PROPERTY("metadata_expire", .patterns = expiries),
  BOOLEAN("protect"),
  PROPERTY("priority", .patterns = priorities),
  PROPERTY("minrate", .patterns = numbers),
  PROPERTY("throttle", .patterns = throttles),
  PROPERTY("bandwidth", .patterns = bandwidths),
  PROPERTY("cost", .patterns = numbers),
  PROPERTY("proxy", .patterns = anything, .validate = validate_proxy, .munge = munge_proxy),
  TEXT("proxy_username"),
  TEXT("proxy_password"),
  BOOLEAN("s3_enabled"),
  TEXT("sslcacert"),
  BOOLEAN("sslverify"),
  TEXT("sslclientcert"),
  TEXT("sslclientkey"),
  URL("metalink"),
  BOOLEAN("skip_if_unavailable"),
  BOOLEAN("assumeyes"),
  PROPERTY("deltarpm_percentage", .patterns = numbers),
  PROPERTY("deltarpm_metadata_percentage", .patterns = numbers),
  TEXT("username"),
  TEXT("password"),
  {.name = "target", .fallback_value = RAL_WORD_INIT(absent)},
  {0}};

const struct ral_type ral_type_yumrepo = {.name = "yumrepo",
                                          .attributes = attributes,
                                          .providers = providers,
                                          .validate = validate,
                                          .undo = {RAL_UNDO_FILES, .files = changed_files}};

/* GET /puppet/v3/file_metadata, /file_metadatas and /file_content: files of mounts. */
#include "server/routes/files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mounts.h"
#include "base/protect.h"
#include "server/routes/project.h"
#include "server/routes/routes.h"

/* --- mounts --- */

static void say(void *ctx, enum log_level level, str message)
{
  (void)ctx;
  log_emit(
    &(struct log_event){.level = level, .category = &log_server_files, .message = message.p, .message_len = message.n});
}

/* fileserver.conf, read again when it has changed. An invalid file leaves the mounts unchanged. */
struct known_mounts {
  struct arena *arena;
  struct mounts *mounts;
  struct host_stat stat;
  bool read;
};

static struct mounts *known_mounts(struct worker *w)
{
  static struct known_mounts known;
  const struct host host = compile_cli_host();
  const char *file = settings_strz(w->settings, SETTING_fileserverconfig);
  const struct host_stat now = host.stat(host.ctx, str_of(file));
  const struct host_stat *was = &known.stat;
  str error;
  if (known.read && now.kind == was->kind && now.inode == was->inode && now.device == was->device &&
      now.size == was->size && now.mtime_ns == was->mtime_ns)
    return known.mounts;
  struct arena *a = arena_new();
  const struct mounts_asker who = {.arena = a, .say = say};
  struct mounts *mounts = mounts_read(&who, file, &error);
  known.read = true;
  known.stat = now;
  if (mounts == NULL) {
    log_error(&log_server_files, "FILESERVER_CONF", NULL,
              "Error parsing fileserver configuration: %.*s; using old configuration", STR_FMT(error));
    arena_free(a);
    return known.mounts;
  }
  arena_free(known.arena);
  known.arena = a;
  return known.mounts = mounts;
}

/* Reduces repeated slashes to one. */
static str without_doubled(struct arena *a, str path)
{
  if (str_find(path, STR("//"), 0) == SIZE_MAX) return path;
  char *out = arena_alloc(a, path.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < path.n; i++) {
    if (path.p[i] != '/' || n == 0 || out[n - 1] != '/') out[n++] = path.p[i];
  }
  return str_n(out, n);
}

bool files_locate(struct worker *w, struct arena *a, const struct environment_options *environment, str node, str key,
                  bool search, struct located *out, str *error)
{
  const size_t slash = str_index(key, '/', 0), dot = str_index(node, '.', 0);
  const str mount = str_sub(key, 0, slash);
  str rest = slash == SIZE_MAX ? STR_EMPTY : without_doubled(a, str_from(key, slash + 1));
  if (rest.n > 0 && rest.p[0] == '/') rest = str_from(rest, 1);
  const struct mounts_asker who = {.arena = a,
                                   .modulepath = environment->modulepath,
                                   .nmodulepath = environment->nmodulepath,
                                   .host = str_sub(node, 0, dot),
                                   .domain = dot == SIZE_MAX ? STR_EMPTY : str_from(node, dot + 1),
                                   .say = say};
  const struct mounts *mounts = known_mounts(w);
  *out = (struct located){0};
  if (str_index(key, '\0', 0) != SIZE_MAX) {
    *error = STR("string contains null byte");
    return false;
  }
  if (search) {
    if (!mounts_search(mounts, &who, mount, rest, &out->mounted, &out->paths, &out->n, &out->flat, error)) return false;
    if (!out->flat || out->n > 0) return true;
    out->paths = arena_array(a, 1, sizeof *out->paths);
    out->paths[0] = arena_str(a, settings_str(w->settings, SETTING_codedir));
    out->n = 1;
    return true;
  }
  out->paths = arena_array(a, 1, sizeof *out->paths);
  if (!mounts_find(mounts, &who, mount, rest, &out->mounted, &out->paths[0], error)) return false;
  out->n = out->paths[0].n > 0;
  return true;
}

/* --- parameters --- */

static bool is_number(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_digit(s.p[i])) return false;
  }
  return s.n > 0 && s.n <= 18;
}

static int64_t number_of(str s)
{
  int64_t n = 0;
  for (size_t i = 0; i < s.n; i++) n = n * 10 + (s.p[i] - '0');
  return n;
}

static bool read_links(struct request *r, bool search, struct fileset_options *o, str *error)
{
  const str links = route_parameter(r, "links");
  o->follow = str_eqz(links, "follow");
  if (links.p == NULL || o->follow || str_eqz(links, "manage") || (!search && str_eqz(links, "ignore"))) return true;
  *error = search ? arena_printf(r->arena, "Invalid :links value '%.*s'", STR_FMT(links))
                  : STR(":links can only be set to :manage or :follow");
  return false;
}

static bool read_limit(struct request *r, const char *name, int64_t none, int64_t *out, str *error)
{
  const str text = route_parameter(r, name);
  *out = none;
  if (text.p == NULL || text.n == 0) return true;
  if (is_number(text)) return *out = number_of(text), true;
  if (str_eqz(text, "-1") || str_eqz(text, "infinite")) return *out = -1, true;
  *error = arena_printf(r->arena, "Invalid value '%.*s' for %s", STR_FMT(text), name);
  return false;
}

static bool read_recursion(struct request *r, struct fileset_options *o, str *error)
{
  const str recurse = route_parameter(r, "recurse");
  str *ignore = arena_array(r->arena, r->nparameters + 1, sizeof *ignore);
  o->recurse = recurse.p != NULL && !str_eqz(recurse, "false");
  if (is_number(recurse)) {
    *error = STR("Fileset recurse parameter must not be a number anymore, please use recurselimit");
    return false;
  }
  for (size_t i = 0; i < r->nparameters; i++) {
    const str name = r->parameters[i].name;
    if (str_eqz(name, "ignore") || str_eqz(name, "ignore[]")) ignore[o->nignore++] = r->parameters[i].value;
  }
  o->ignore = ignore;
  return read_limit(r, "recurselimit", -1, &o->recurselimit, error) &&
         read_limit(r, "max_files", 0, &o->max_files, error);
}

static bool read_options(struct worker *w, struct request *r, bool search, struct fileset_options *o, str *error)
{
  const str wanted = route_parameter(r, "checksum_type"), permissions = route_parameter(r, "source_permissions");
  *o = (struct fileset_options){.say = say, .recurselimit = -1};
  o->checksum_type = checksum_type_named(wanted.p != NULL ? wanted
                                                          : settings_str(w->settings, SETTING_digest_algorithm));
  if (o->checksum_type == NULL) {
    *error = arena_printf(r->arena, "Unsupported checksum type %.*s", STR_FMT(wanted));
    return false;
  }
  o->use_permissions = str_eqz(permissions, "use") || str_eqz(permissions, "use_when_creating");
  if (permissions.p != NULL && !o->use_permissions && !str_eqz(permissions, "ignore")) {
    *error = arena_printf(r->arena, "Unsupported source_permission %.*s", STR_FMT(permissions));
    return false;
  }
  return read_links(r, search, o, error) && (!search || read_recursion(r, o, error));
}

/* --- the routes --- */

/* The parameters as Ruby prints them: `, :links=>"follow"`. Repeated parameters are printed one by one. */
static str shown_parameters(struct request *r)
{
  struct buf out = BUF_IN(r->arena);
  for (size_t i = 0; i < r->nparameters; i++) {
    const struct request_parameter *p = &r->parameters[i];
    if (str_eqz(p->name, "environment")) continue;
    buf_printf(&out, ", :%.*s=>", STR_FMT(p->name));
    if (str_eqz(p->value, "true") || str_eqz(p->value, "false") || is_number(p->value)) buf_str(&out, p->value);
    else json_quote(&out, p->value);
  }
  return buf_view(&out);
}

/* Common part of the three routes: finds the environment and the file. NULL after an answer. */
static struct site *begin(struct worker *w, struct request *r, struct answer *a, const char *indirection, bool search,
                          struct located *out)
{
  str error;
  struct site *site = route_site(w, r, a);
  if (site == NULL) return NULL;
  const str node = r->peer.certname.n > 0 ? r->peer.certname : r->peer.address;
  if (r->rest.n == 0) {
    route_bad_request(r, a, "No request key specified in %.*s", STR_FMT(r->path));
  } else if (!files_locate(w, r->arena, &site->environment->options, node, r->rest, search, out, &error)) {
    route_failed(r, a, error);
  } else if (!out->mounted) {
    const str shown = shown_parameters(r);
    route_failed(r, a,
                 arena_printf(r->arena, "Not authorized to call %s on /%s/%.*s with {:rest=>\"%.*s\"%.*s}",
                              search ? "search" : "find", indirection, STR_FMT(r->rest), STR_FMT(r->rest),
                              STR_FMT(shown)));
  } else {
    return site;
  }
  environments_done(w->environments, site);
  return NULL;
}

void route_file_metadata(struct worker *w, struct request *r, struct answer *a)
{
  struct located found;
  struct fileset_options o;
  struct file_metadata m;
  enum media media;
  str error;
  struct site *site = begin(w, r, a, "file_metadata", false, &found);
  if (site == NULL) return;
  environments_done(w->environments, site);
  if (found.n > 0 && !read_options(w, r, false, &o, &error)) {
    route_failed(r, a, error);
    return;
  }
  o.later = &a->later;
  const enum file_found read = found.n > 0 ? file_metadata_read(r->arena, &o, found.paths[0], (str){0}, &m, &error)
                                           : FILE_MISSING;
  if (read == FILE_LATER) return;
  if (read == FILE_FAULT) {
    route_failed(r, a, error);
  } else if (read == FILE_MISSING) {
    route_not_found(r, a, "RESOURCE_NOT_FOUND", "Could not find file_metadata %.*s", STR_FMT(r->rest));
  } else if (route_accept(r, a, offered_data, 2, NO_FALLBACK, &media)) {
    struct buf out = BUF_IN(r->arena);
    struct json_writer json;
    json_init(&json, &out, false);
    file_metadata_write(&json, &m);
    route_respond(r, a, media, buf_view(&out));
  }
}

static void write_all(struct request *r, struct answer *a, enum media media, const struct file_metadata *all,
                      uint32_t n)
{
  struct buf out = BUF_IN(r->arena);
  struct json_writer json;
  json_init(&json, &out, false);
  json_begin_array(&json);
  for (uint32_t i = 0; i < n; i++) file_metadata_write(&json, &all[i]);
  json_end_array(&json);
  route_respond(r, a, media, buf_view(&out));
}

/* --- projects of Bolt --- */

static bool plain(struct request *r, struct answer *a, int status, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));
static bool plain(struct request *r, struct answer *a, int status, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  answer_text(r, a, status, "%s", buf_vformat(r->arena, fmt, ap).p);
  va_end(ap);
  a->content_type = "text/plain";
  return false;
}

/* A request is about an environment or about a project. False after an answer to neither or both. */
static bool environment_or_project(struct request *r, struct answer *a, const char *what, str *project)
{
  const bool environment = route_parameter(r, "environment").p != NULL;
  *project = route_parameter(r, "versioned_project");
  if (environment && project->p != NULL)
    return plain(r, a, 400, "A %s request cannot specify both `environment` and `versioned_project` query parameters.",
                 what);
  if (!environment && project->p == NULL)
    return plain(r, a, 400, "A %s request must include an `environment` or `versioned_project` query parameter.", what);
  return true;
}

static bool read_project(struct worker *w, struct request *r, struct answer *a, str name, struct project *out)
{
  str error;
  if (project_read(w, r->arena, name, out, &error)) return true;
  answer_text(r, a, 500, "Internal Server Error: bolt-project.yaml of '%.*s': %.*s", STR_FMT(name), STR_FMT(error));
  return false;
}

/* What puppetserver implements of the parameters: everything else has one value only. */
static bool project_parameters(struct request *r, struct answer *a)
{
  static const char *const only[][2] = {
    {"recurse", "true"}, {"links", "follow"}, {"source_permissions", "ignore"}, {"recurselimit", "infinite"}};
  struct buf wrong = BUF_IN(r->arena);
  for (size_t i = 0; i < sizeof only / sizeof *only; i++) {
    const str given = route_parameter(r, only[i][0]);
    if (given.p == NULL || str_eqz(given, only[i][1])) continue;
    buf_printf(&wrong, "\nThe only supported value of `%s` at this time is `%s`", only[i][0], only[i][1]);
  }
  return wrong.n == 0 || plain(r, a, 400, "Not all parameter values are supported in this implementation: %.*s",
                               STR_FMT(buf_view(&wrong)));
}

/* Directories have their own time here, in ISO 8601 with as many digits as it needs. */
static void use_own_times(struct arena *a, struct file_metadata *all, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    struct stat st;
    struct tm tm;
    char when[32];
    if (strcmp(all[i].type, "directory") != 0) continue;
    if (stat(arena_printf(a, "%.*s/%.*s", STR_FMT(all[i].path), STR_FMT(all[i].relative)).p, &st) != 0) continue;
    gmtime_r(&st.st_ctim.tv_sec, &tm);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &tm);
    const long ns = st.st_ctim.tv_nsec;
    str digits = ns == 0 ? STR_EMPTY : arena_printf(a, ".%09ld", ns);
    while (digits.n > 0 && digits.p[digits.n - 1] == '0') digits.n--;
    all[i].checksum = arena_printf(a, "{ctime}%s%.*sZ", when, STR_FMT(digits));
  }
}

static void project_metadatas(struct worker *w, struct request *r, struct answer *a, str name)
{
  struct project project;
  struct fileset_options o;
  struct file_metadata *all;
  str *paths, error = STR_EMPTY;
  uint32_t npaths, n = 0;
  const enum project_mount mount = project_mount_of(r->rest);
  if (mount == PROJECT_NO_MOUNT) {
    answer_not_found(r, a);
    return;
  }
  if (mount == PROJECT_MODULE_FILE) {
    const size_t slash = str_index(r->rest, '/', 0);
    (void)plain(r, a, 400, "Unsupported mount: %.*s", STR_FMT(str_sub(r->rest, 0, slash)));
    return;
  }
  if (!project_parameters(r, a) || !read_project(w, r, a, name, &project)) return;
  project_plugins(r->arena, &project, r->rest, &paths, &npaths);
  if (!project.exists) {
    route_respond(r, a, MEDIA_JSON, STR("null"));
    return;
  }
  bool ok = read_options(w, r, true, &o, &error);
  o.recurse = o.follow = true;
  o.later = &a->later;
  ok = ok && (npaths == 0 || fileset_read(r->arena, &o, paths, npaths, &all, &n, &error) == FILE_FOUND);
  if (a->later > 0) return;
  if (ok) {
    use_own_times(r->arena, all, n);
    write_all(r, a, MEDIA_JSON, all, n);
  } else answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(error));
}

void route_file_metadatas(struct worker *w, struct request *r, struct answer *a)
{
  str about;
  struct located found;
  struct fileset_options o;
  struct file_metadata *all;
  uint32_t n;
  enum media media;
  str error;
  if (!environment_or_project(r, a, "file_metadatas", &about)) return;
  if (about.p != NULL) {
    project_metadatas(w, r, a, about);
    return;
  }
  struct site *site = begin(w, r, a, "file_metadata", true, &found);
  if (site == NULL) return;
  environments_done(w->environments, site);
  if (found.n == 0) {
    route_not_found(r, a, "RESOURCE_NOT_FOUND", "Could not find instances in file_metadata with '%.*s'",
                    STR_FMT(r->rest));
    return;
  }
  bool ok = read_options(w, r, true, &o, &error);
  if (found.flat) o.recurse = false;
  o.later = &a->later;
  ok = ok && fileset_read(r->arena, &o, found.paths, found.n, &all, &n, &error) == FILE_FOUND;
  if (a->later > 0) return;
  if (!ok) route_failed(r, a, error);
  else if (route_accept(r, a, offered_data, 2, NO_FALLBACK, &media)) write_all(r, a, media, all, n);
}

/* Sends the file that exists at the time of opening: a file that replaces it has another inode. */
static void send_file(struct request *r, struct answer *a, str path)
{
  struct stat st;
  const int fd = open(arena_strz(r->arena, path), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 && (errno == ENOENT || errno == ENOTDIR)) {
    route_not_found(r, a, "RESOURCE_NOT_FOUND", "Could not find file_content %.*s", STR_FMT(r->rest));
    return;
  }
  const bool forbidden = fd >= 0 && protect_forbids(fd);
  if (fd < 0 || forbidden || fstat(fd, &st) != 0 || (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))) {
    const int why = fd < 0 ? errno : forbidden ? EACCES : EINVAL;
    if (fd >= 0) close(fd);
    route_failed(r, a, arena_printf(r->arena, "%s @ rb_sysopen - %.*s", strerror(why), STR_FMT(path)));
    return;
  }
  a->status = 200;
  a->content_type = "application/octet-stream";
  a->plain = true;
  if (S_ISREG(st.st_mode) && st.st_size > 0) {
    a->file = fd;
    a->length = (uint64_t)st.st_size;
    return;
  }
  close(fd); /* a directory is an empty file, as for Puppet */
  a->body = STR_EMPTY;
}

static void project_content(struct worker *w, struct request *r, struct answer *a, str name)
{
  struct project project;
  str path, file;
  if (project_mount_of(r->rest) == PROJECT_NO_MOUNT) {
    answer_not_found(r, a);
    return;
  }
  if (!read_project(w, r, a, name, &project)) return;
  project_find(r->arena, &project, r->rest, &path, &file);
  if (path.n == 0) {
    (void)plain(r, a, 404, "Could not find file_content for path: %.*s", STR_FMT(file));
  } else {
    send_file(r, a, path);
  }
}

void route_file_content(struct worker *w, struct request *r, struct answer *a)
{
  static const enum media offered[] = {MEDIA_BINARY};
  struct located found;
  enum media media;
  str about;
  if (!environment_or_project(r, a, "file_content", &about)) return;
  if (about.p != NULL) {
    project_content(w, r, a, about);
    return;
  }
  struct site *site = begin(w, r, a, "file_content", false, &found);
  if (site == NULL) return;
  environments_done(w->environments, site);
  if (found.n > 0) {
    if (route_accept(r, a, offered, 1, NO_FALLBACK, &media)) send_file(r, a, found.paths[0]);
  } else route_not_found(r, a, "RESOURCE_NOT_FOUND", "Could not find file_content %.*s", STR_FMT(r->rest));
}

/* Static catalogs: the catalog contains the metadata of files from modules of the environment, and agents request the
 * contents by the version of the code. */
#include <unistd.h>

#include "base/clock.h"
#include "compiler/catalog/catalog.h"
#include "server/routes/catalog.h"
#include "server/routes/files.h"

struct inlining {
  struct compilation *c;
  struct static_catalog *s;
  struct buf single, recursive; /* members of the two objects */
  int later;                    /* of fileset_options */
};

/* Like resource[:name]: undef when it is not set. */
static value param(const struct resource *r, const char *name)
{
  const struct parameter *p = resource_param(r, sym_z(name));
  if (p == NULL) return VALUE_UNDEF;
  return p->value.kind == V_SENSITIVE ? *p->value.sensitive : p->value;
}

static str param_text(struct compilation *c, const struct resource *r, const char *name)
{
  const value v = param(r, name);
  return v.kind == V_UNDEF ? (str){0} : value_to_str(c->arena, v);
}

_Noreturn static void fail(struct compilation *c, str message)
{
  fail_with(&c->context, (struct failure){.class = FAILURE_EVALUATION, .origin = FAILED_UNCAUGHT, .text = message});
}

/* --- sources --- */

static bool add_source(struct compilation *c, value v, str **sources, uint32_t *n)
{
  if (v.kind == V_UNDEF) return true;
  if (v.kind == V_ARRAY) {
    for (uint32_t i = 0; i < v.array->n; i++) {
      if (!add_source(c, v.array->items[i], sources, n)) return false;
    }
    return true;
  }
  const str text = value_to_str(c->arena, v);
  *sources = arena_regrow(c->arena, *sources, *n * sizeof **sources, (*n + 1) * sizeof **sources);
  (*sources)[(*n)++] = text;
  return str_starts(text, STR("puppet:"));
}

/* The sources of a file that may be inlined; 0: the file must not be inlined. */
static uint32_t sources_of(struct compilation *c, const struct resource *r, str **sources)
{
  uint32_t n = 0;
  *sources = NULL;
  if (str_eqz(param_text(c, r, "ensure"), "absent")) return 0;
  return add_source(c, param(r, "source"), sources, &n) ? n : 0;
}

/* "puppet://HOST:PORT/modules/m/x": the part up to the path, and the path without the slash. */
static void split_source(str source, str *host, str *key)
{
  const str rest = str_from(source, sizeof "puppet:" - 1);
  size_t at = str_starts(rest, STR("//")) ? str_index(rest, '/', 2) : 0;
  if (at == SIZE_MAX) at = rest.n;
  *host = str_starts(rest, STR("//")) ? str_sub(rest, 2, at - 2) : STR_EMPTY;
  *key = str_from(rest, at);
  while (key->n > 0 && key->p[0] == '/') *key = str_from(*key, 1);
}

/* --- one file --- */

static void options_of(struct inlining *in, const struct resource *r, struct fileset_options *o)
{
  struct compilation *c = in->c;
  const str checksum = param_text(c, r, "checksum"), permissions = param_text(c, r, "source_permissions"),
            links = param_text(c, r, "links");
  *o = (struct fileset_options){.checksum_type = in->s->checksum_type,
                                .later = &in->later,
                                .recurselimit = -1,
                                .follow = str_eqz(links, "follow"),
                                .use_permissions = permissions.n > 0 && !str_eqz(permissions, "ignore")};
  if (checksum.n == 0) return;
  o->checksum_type = checksum_type_named(checksum);
  if (o->checksum_type == NULL) fail(c, arena_printf(c->arena, "Unsupported checksum type %.*s", STR_FMT(checksum)));
}

/* The checksum of a large file is in work: a catalog does not wait for it, and the agent asks for the metadata itself.
 */
static bool is_left_to_agent(struct inlining *in, enum file_found read)
{
  if (read == FILE_LATER) close(in->later);
  return read == FILE_LATER;
}

/* Accepts a path below the environment, in files/ of a directory at depth two, as modules are. Gives the URI for its
 * contents. False for other paths. */
static bool content_uri(struct inlining *in, str source, str path, str *uri)
{
  const str root = in->s->site->environment->options.path;
  str host, key;
  split_source(source, &host, &key);
  if (!str_starts(key, STR("modules/")) || !str_starts(path, root) || path.n <= root.n || path.p[root.n] != '/')
    return false;
  const str inside = str_from(path, root.n + 1);
  const size_t first = str_index(inside, '/', 0),
               second = first == SIZE_MAX ? SIZE_MAX : str_index(inside, '/', first + 1);
  if (second == SIZE_MAX || first == 0 || second == first + 1) return false;
  const str rest = str_from(inside, second + 1);
  if (!str_starts(rest, STR("files/")) || rest.n == sizeof "files/" - 1) return false;
  *uri = arena_printf(in->c->arena, "puppet://%.*s/%.*s", STR_FMT(host), STR_FMT(inside));
  return true;
}

static void locate(struct inlining *in, str source, bool search, struct located *out)
{
  struct compilation *c = in->c;
  str host, key, error;
  split_source(source, &host, &key);
  if (!files_locate(in->s->worker, c->arena, &in->s->site->environment->options, c->node->name, key, search, out,
                    &error))
    fail(c, error);
  if (out->mounted) return;
  fail(c, arena_printf(c->arena, "Not authorized to call %s on /file_metadata/%.*s with {:rest=>\"%.*s\"}",
                       search ? "search" : "find", STR_FMT(key), STR_FMT(key)));
}

static void begin_member(struct buf *out, str name)
{
  if (out->n > 0) buf_char(out, ',');
  json_quote(out, name);
  buf_char(out, ':');
}

static void write_metadata(struct buf *out, const struct file_metadata *m)
{
  struct json_writer w;
  json_init(&w, out, false);
  file_metadata_write(&w, m);
}

static void inline_file(struct inlining *in, const struct resource *r, const str *sources, uint32_t n)
{
  struct compilation *c = in->c;
  struct fileset_options o;
  struct file_metadata m;
  str error;
  options_of(in, r, &o);
  for (uint32_t i = 0; i < n; i++) {
    struct located found;
    locate(in, sources[i], false, &found);
    if (found.n == 0) continue;
    const enum file_found read = file_metadata_read(c->arena, &o, found.paths[0], (str){0}, &m, &error);
    if (is_left_to_agent(in, read)) return;
    if (read == FILE_FAULT) fail(c, error);
    if (read == FILE_MISSING) continue;
    if (!content_uri(in, sources[i], m.path, &m.content_uri)) return;
    m.source = sources[i];
    begin_member(&in->single, r->title);
    write_metadata(&in->single, &m);
    return;
  }
  struct buf shown = BUF_IN(c->arena);
  value_inspect(&shown, param(r, "source"));
  const value source = param(r, "source");
  fail(c, arena_printf(c->arena, "Could not get metadata for %.*s",
                       STR_FMT(source.kind == V_STRING ? value_text(source) : buf_view(&shown))));
}

/* --- trees --- */

static int64_t param_int(const struct resource *r, const char *name, int64_t otherwise)
{
  const value v = param(r, name);
  if (v.kind == V_INT) return v.integer;
  const str text = value_text_or_empty(v);
  int64_t n = 0;
  if (text.n == 0 || text.n > 9) return otherwise;
  for (size_t i = 0; i < text.n; i++) {
    if (!ascii_is_digit(text.p[i])) return otherwise;
    n = n * 10 + (text.p[i] - '0');
  }
  return n;
}

static void tree_options(struct inlining *in, const struct resource *r, struct fileset_options *o)
{
  const value ignore = param(r, "ignore");
  str *patterns = arena_array(in->c->arena, ignore.kind == V_ARRAY ? (size_t)ignore.array->n + 1 : 1, sizeof *patterns);
  options_of(in, r, o);
  o->recurse = true;
  o->recurselimit = param_int(r, "recurselimit", -1);
  o->max_files = param_int(r, "max_files", 0);
  o->ignore = patterns;
  if (ignore.kind == V_ARRAY) {
    for (uint32_t i = 0; i < ignore.array->n; i++)
      patterns[o->nignore++] = value_to_str(in->c->arena, ignore.array->items[i]);
  } else if (ignore.kind != V_UNDEF) {
    patterns[o->nignore++] = value_to_str(in->c->arena, ignore);
  }
}

/* Adds the files of one source as a member of `out`. False: the source is not in the environment. */
static bool write_tree(struct inlining *in, str source, struct file_metadata *files, uint32_t n, struct buf *out)
{
  str base;
  if (!content_uri(in, source, files[0].path, &base)) return false;
  begin_member(out, source);
  buf_char(out, '[');
  for (uint32_t i = 0; i < n; i++) {
    struct file_metadata *m = &files[i];
    m->content_uri = str_eqz(m->relative, ".")
                       ? base
                       : arena_printf(in->c->arena, "%.*s/%.*s", STR_FMT(base), STR_FMT(m->relative));
    if (i > 0) buf_char(out, ',');
    write_metadata(out, m);
  }
  buf_char(out, ']');
  return true;
}

static void inline_tree(struct inlining *in, const struct resource *r, const str *sources, uint32_t n)
{
  struct compilation *c = in->c;
  const str select = param_text(c, r, "sourceselect");
  struct fileset_options o;
  struct buf members = BUF_IN(c->arena);
  tree_options(in, r, &o);
  for (uint32_t i = 0; i < n; i++) {
    struct located found;
    struct file_metadata *files;
    uint32_t count;
    str error;
    locate(in, sources[i], true, &found);
    if (found.n == 0) continue;
    if (found.flat) o.recurse = false;
    const enum file_found read = fileset_read(c->arena, &o, found.paths, found.n, &files, &count, &error);
    if (is_left_to_agent(in, read)) return;
    if (read != FILE_FOUND) fail(c, error);
    if (count == 0 || !write_tree(in, sources[i], files, count, &members)) return;
    if (select.p == NULL || str_eqz(select, "first")) break;
  }
  if (members.n == 0) return;
  begin_member(&in->recursive, r->title);
  buf_char(&in->recursive, '{');
  buf_str(&in->recursive, buf_view(&members));
  buf_char(&in->recursive, '}');
}

/* --- the whole --- */

static void inline_resource(struct inlining *in, const struct resource *r)
{
  str *sources;
  const uint32_t n = sources_of(in->c, r, &sources);
  if (n == 0) return;
  const str recurse = param_text(in->c, r, "recurse");
  const bool tree = str_eqz(recurse, "true") || str_eqz(recurse, "remote");
  (tree ? inline_tree : inline_file)(in, r, sources, n);
}

static void add_object(struct buf *out, const char *name, const struct buf *members)
{
  if (members->n > 0) buf_printf(out, ",\"%s\":{", name);
  if (members->n > 0) buf_str(out, buf_view(members));
  if (members->n > 0) buf_char(out, '}');
}

static void make(struct compilation *c, struct compile_more *more)
{
  struct inlining in = {.c = c, .s = more->ctx, .single = BUF_IN(c->arena), .recursive = BUF_IN(c->arena)};
  const symbol *file = sym_z("file");
  const double began = clock_seconds(CLOCK_MONOTONIC);
  for (uint32_t i = 0; i < c->catalog->resources.n; i++) {
    const struct resource *r = c->catalog->resources.items[i];
    if (r->type == file && !r->virtual) inline_resource(&in, r);
  }
  struct buf out = BUF_IN(c->arena);
  add_object(&out, "metadata", &in.single);
  add_object(&out, "recursive_metadata", &in.recursive);
  more->json = buf_view(&out);
  log_notice(&log_compile, "Inlined resource metadata into static catalog for %.*s in environment %.*s in %.2f seconds",
             STR_FMT(c->node->name), STR_FMT(c->environment->options.name), clock_seconds(CLOCK_MONOTONIC) - began);
}

bool static_catalog_begin(struct static_catalog *s, struct worker *w, struct arena *a, const struct site *site,
                          str checksum_types, str *error)
{
  *s = (struct static_catalog){.more = {.make = make, .json = STR_EMPTY}, .worker = w, .site = site};
  s->more.ctx = s;
  for (size_t at = 0; at <= checksum_types.n && s->checksum_type == NULL;) {
    size_t dot = str_index(checksum_types, '.', at);
    if (dot == SIZE_MAX) dot = checksum_types.n;
    s->checksum_type = checksum_type_named(str_sub(checksum_types, at, dot - at));
    at = dot + 1;
  }
  if (s->checksum_type != NULL) return true;
  *error = arena_printf(
    a,
    "Unable to find a common checksum type between agent '%.*s' and master '[:sha256, :sha256lite, :md5, "
    ":md5lite, :sha1, :sha1lite, :sha512, :sha384, :sha224, :mtime, :ctime, :none]'.",
    STR_FMT(checksum_types));
  return false;
}

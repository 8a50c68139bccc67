/* Sources of contents: files of this host and of modules. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "agent/ral/munge.h"
#include "agent/types/file/file.h"
#include "compiler/values/ruby_text.h"

static bool is_scheme(str s, const char *scheme)
{
  return str_starts(s, str_of(scheme)) && s.n > strlen(scheme) && s.p[strlen(scheme)] == ':';
}

bool source_validate(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  for (uint32_t i = 0; i < (v.kind == V_ARRAY ? v.array->n : 1); i++) {
    const value one = v.kind == V_ARRAY ? v.array->items[i] : v;
    const str s = ral_to_s(r->ral->arena, one);
    size_t n = 0;
    if (ral_is_absolute(r, one)) continue;
    if (one.kind != V_STRING) {
      return ral_fail(r->ral, "Could not understand source %.*s: undefined method `match' for %.*s:%s", STR_FMT(s),
                      STR_FMT(ral_inspect(r->ral->arena, one)), ruby_class(one));
    }
    while (n < s.n && (ascii_is_alpha((unsigned char)s.p[n]) ||
                       (n > 0 && (ascii_is_digit((unsigned char)s.p[n]) || strchr("+-.", s.p[n]) != NULL))))
      n++;
    if (n == 0 || n == s.n || s.p[n] != ':') return ral_fail(r->ral, "Cannot use relative URLs '%.*s'", STR_FMT(s));
    if (n + 1 == s.n || s.p[n + 1] != '/') return ral_fail(r->ral, "Cannot use opaque URLs '%.*s'", STR_FMT(s));
    if (!is_scheme(s, "file") && !is_scheme(s, "puppet") && !is_scheme(s, "http") && !is_scheme(s, "https")) {
      return ral_fail(r->ral, "Cannot use URLs of type '%.*s' as source for fileserving", (int)n, s.p);
    }
  }
  return true;
}

/* Removes trailing slashes; converts a path to a URL. */
bool source_munge(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const uint32_t n = v->kind == V_ARRAY ? v->array->n : 1;
  struct array *out = array_new(r->ral->arena, n);
  (void)a;
  for (uint32_t i = 0; i < n; i++) {
    str s = ral_to_s(r->ral->arena, v->kind == V_ARRAY ? v->array->items[i] : *v);
    while (s.n > 1 && s.p[s.n - 1] == '/') s.n--;
    if (s.n > 0 && s.p[0] == '/') s = arena_printf(r->ral->arena, "file://%.*s", STR_FMT(s));
    out->items[i] = value_str(s);
  }
  *v = value_array(out);
  return true;
}

/* The path of a URL. Puppet escapes the text before it parses it as a URL, so "%20" is not decoded, but a question
 * mark ends the path. */
static const char *url_path(struct arena *a, str s)
{
  const size_t query = str_index(s, '?', 0);
  return arena_strz(a, query == SIZE_MAX ? s : str_sub(s, 0, query));
}

static bool has_dots(str path)
{
  return str_eqz(path, "..") || str_starts(path, STR("../")) || str_ends(path, STR("/..")) ||
         str_find(path, STR("/../"), 0) != SIZE_MAX;
}

bool source_path(struct ral *ral, str source, const char **path)
{
  *path = NULL;
  if (is_scheme(source, "file")) {
    str rest = str_from(source, 5);
    if (str_starts(rest, STR("//"))) { /* the host name is ignored */
      const size_t slash = str_index(rest, '/', 2);
      rest = slash == SIZE_MAX ? STR_EMPTY : str_from(rest, slash);
    }
    *path = url_path(ral->arena, rest);
    return true;
  }
  if (remote_is(ral, source)) return ral_fail(ral, "cannot lookup multiple files"); /* Puppet's message */
  if (str_eqz(source, "puppet:")) return ral_fail(ral, "Cannot find file: Invalid mount 'puppet:'");
  str url = str_from(source, strlen("puppet:/"));
  if (str_starts(url, STR("//"))) url = str_from(url, 2);
  else if (str_starts(url, STR("/")))
    return ral_fail(ral, "not supported: source %.*s of another host", STR_FMT(source));
  const str rest = str_of(url_path(ral->arena, url));
  const size_t slash = str_index(rest, '/', 0);
  const str mount = slash == SIZE_MAX ? rest : str_sub(rest, 0, slash);
  str inside = slash == SIZE_MAX ? STR_EMPTY : str_from(rest, slash + 1);
  if (has_dots(inside)) return ral_fail(ral, "Cannot find file: Invalid relative path '%.*s'", STR_FMT(inside));
  while (inside.n > 0 && inside.p[0] == '/') inside = str_from(inside, 1);
  return mount_path(ral, mount, inside, path);
}

static bool look(struct ral_resource *r, struct file_source *s)
{
  struct ral *ral = r->ral;
  const bool follow = ral_is(ral_value(r, "links"), "follow");
  if ((follow ? stat(s->path, &s->st) : lstat(s->path, &s->st)) != 0) return ral_fail(ral, "%s", strerror(errno));
  if (S_ISLNK(s->st.st_mode)) {
    char target[4096];
    const ssize_t n = readlink(s->path, target, sizeof target);
    if (n < 0) return ral_fail(ral, "%s", strerror(errno));
    s->link = arena_str(ral->arena, str_n(target, (size_t)n));
    return true;
  }
  return S_ISDIR(s->st.st_mode) || checksum_file(ral, checksum_algorithm(r), s->path, &s->checksum);
}

/* A dangling link counts as missing, unless recursion found it. */
static bool is_there(const struct ral_resource *r, const char *path)
{
  struct stat st;
  return r->item != NULL ? access(path, F_OK) == 0 : lstat(path, &st) == 0;
}

static bool source_find(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  struct file_state *state = file_state(r);
  const value all = ral_value(r, "source");
  struct buf list = BUF_IN(ral->arena);
  if (state->source != NULL) return true;
  for (uint32_t i = 0; i < all.array->n; i++) {
    const str given = value_text(all.array->items[i]);
    struct file_source *s = ARENA_NEW(ral->arena, struct file_source);
    buf_printf(&list, "%s%.*s", i > 0 ? ", " : "", STR_FMT(given));
    s->given = given;
    if (remote_is(ral, given)) {
      const enum remote_found found = remote_look(r, s);
      if (found == REMOTE_MISSING) continue;
      if (found == REMOTE_THERE) state->source = s;
      return found == REMOTE_THERE ||
             ral_fail(ral, "Could not retrieve file metadata for %.*s: %.*s", STR_FMT(given), STR_FMT(ral->error));
    }
    if (state->found != NULL) s->path = state->found;
    else if (!source_path(ral, given, &s->path)) {
      return ral_fail(ral, "Could not retrieve file metadata for %.*s: %.*s", STR_FMT(given), STR_FMT(ral->error));
    }
    if (s->path == NULL || !is_there(r, s->path)) continue;
    if (!look(r, s)) {
      return ral_fail(ral, "Could not retrieve file metadata for %.*s: %.*s", STR_FMT(given), STR_FMT(ral->error));
    }
    state->source = s;
    return true;
  }
  return ral_fail(ral, "Could not retrieve information from environment %.*s source(s) %s",
                  STR_FMT(ral->catalog->environment), list.n > 0 ? list.p : "");
}

static bool copy_permissions(struct ral_resource *r, const struct stat *st)
{
  const str how = ral_value_text(r, "source_permissions");
  const bool there = file_stat(r) != NULL;
  if (!str_eqz(how, "use") && !(str_eqz(how, "use_when_creating") && !there)) return true;
  if (geteuid() == 0 && !ral_setting(r, "owner")->set && !ral_set(r, "owner", value_int(st->st_uid))) return false;
  if (geteuid() == 0 && !ral_setting(r, "group")->set && !ral_set(r, "group", value_int(st->st_gid))) return false;
  if (ral_setting(r, "mode")->set) return true;
  return ral_set(r, "mode", value_str(arena_printf(r->ral->arena, "%04o", st->st_mode & 07777u)));
}

bool source_copy(struct ral_resource *r)
{
  struct file_state *state = file_state(r);
  /* As in Puppet, nothing is copied if checksum_value is only audited. */
  if (!ral_setting(r, "checksum_value")->set && ral_audits(r, "checksum_value")) return true;
  if (!source_find(r)) return false;
  const struct file_source *s = state->source;
  /* With checksum_value, only the contents come from the source; the manifest sets the attributes. */
  if (ral_setting(r, "checksum_value")->set) return true;
  if ((!s->remote || s->recorded) && !copy_permissions(r, &s->st)) return false;
  struct ral_setting *content = ral_setting(r, "content");
  if (s->remote && s->checksum.n > 0 && !content->set && !ral_set(r, "checksum", value_str(str_of(s->checksum_type))))
    return false;
  if (s->checksum.n > 0 && !content->set) {
    content->set = true;
    content->value = array_of(r->ral->arena, (value[]){value_str(s->checksum)}, 1);
  }
  if (ral_is(ral_value(r, "ensure"), "absent")) return true;
  if (S_ISLNK(s->st.st_mode)) {
    return ral_set(r, "ensure", value_str(STR("link"))) && ral_set(r, "target", value_str(s->link));
  }
  return ral_set(r, "ensure", value_str(str_of(file_kind(s->st.st_mode))));
}

/* The resource type `file`: its attributes. */
#include "agent/types/file/file.h"

#include <ctype.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agent/ral/munge.h"
#include "base/file.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/ruby_format.h"

struct file_state *file_state(struct ral_resource *r)
{
  if (r->data == NULL) r->data = ARENA_NEW(r->ral->arena, struct file_state);
  return r->data;
}

const char *file_path(const struct ral_resource *r) { return arena_strz(r->ral->arena, ral_value_text(r, "path")); }

const char *file_kind(mode_t mode)
{
  switch (mode & S_IFMT) {
  case S_IFREG: return "file";
  case S_IFDIR: return "directory";
  case S_IFLNK: return "link";
  case S_IFIFO: return "fifo";
  case S_IFSOCK: return "socket";
  case S_IFCHR: return "characterSpecial";
  case S_IFBLK: return "blockSpecial";
  default: return "unknown";
  }
}

void file_forget(struct ral_resource *r) { file_state(r)->known = false; }

const struct stat *file_stat(struct ral_resource *r)
{
  struct file_state *s = file_state(r);
  if (!s->known) {
    const bool follow = ral_is(ral_value(r, "links"), "follow");
    s->known = true;
    s->exists = (follow ? stat(file_path(r), &s->st) : lstat(file_path(r), &s->st)) == 0;
    s->trouble = s->exists || errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : errno;
    if (!s->exists && errno == EACCES) ral_log(r, LOG_LEVEL_WARNING, "Could not stat; permission denied");
  }
  return s->exists ? &s->st : NULL;
}

bool file_should_be_file(struct ral_resource *r)
{
  const value ensure = ral_value(r, "ensure");
  const struct stat *st = file_stat(r);
  if (ral_is(ensure, "file")) return true;
  if (ensure.kind != V_UNDEF && !ral_is(ensure, "present")) return false;
  if (ral_is(ensure, "present")) return st == NULL || S_ISREG(st->st_mode);
  return ral_setting(r, "content")->set || (st != NULL && S_ISREG(st->st_mode));
}

/* --- paths --- */

static bool validate_path(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  const str path = ral_to_s(r->ral->arena, v);
  (void)a;
  if (ral_is_absolute(r, v) && memchr(path.p, '\0', path.n) == NULL) return true;
  return ral_fail(r->ral, "File paths must be fully qualified, not '%.*s'", STR_FMT(path));
}

static bool munge_path(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  *v = value_str(file_expand_path(r->ral->arena, ral_to_s(r->ral->arena, *v)));
  return true;
}

/* --- ensure --- */

static bool munge_ensure(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const str text = ral_to_s(r->ral->arena, *v);
  bool word = false;
  for (const struct ral_word *w = a->words; w->name != NULL && !word; w++) {
    if (!str_eqz(text, w->name)) continue;
    *v = ral_symbol(r->ral->arena, str_of(w->alias_of != NULL ? w->alias_of : w->name));
    word = true;
  }
  if (!word) {
    if (!ral_set(r, "target", *v)) return false;
    *v = RAL_WORD(link);
  }
  struct ral_setting *links = ral_setting(r, "links");
  if (ral_is(*v, "link") && !ral_is(ral_value(r, "links"), "follow")) {
    links->set = true;
    links->value = RAL_WORD(manage);
  }
  return true;
}

static bool read_ensure(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct stat *st = file_stat(r);
  (void)a;
  *is = st != NULL ? ral_symbol(r->ral->arena, str_of(file_kind(st->st_mode))) : RAL_WORD(absent);
  return true;
}

static bool ensure_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const value should = ral_should(r, a);
  if (!ral_is(is, "absent") && !ral_flag(r, "replace")) *in = true;
  else if (ral_is(should, "present")) *in = !ral_is(is, "absent");
  else *in = ral_equal(is, should);
  return true;
}

static bool make_directory(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const char *path = file_path(r), *slash = strrchr(path, '/');
  const str mode = ral_value_text(r, "mode");
  const char *parent = slash == path ? "/" : arena_strz(ral->arena, str_n(path, (size_t)(slash - path)));
  unsigned bits = 0777;
  if (access(parent, F_OK) != 0) {
    return ral_fail(ral, "Cannot create %s; parent directory %s does not exist", path, parent);
  }
  if (mode.n > 0 && !mode_bits(ral, mode, 0755, true, &bits)) return false;
  const mode_t before = umask(0);
  if (mode.n == 0) umask(before);
  const bool ok = mkdir(path, (mode_t)bits) == 0;
  umask(before);
  if (!ok) return ral_fail_system(ral, "%s @ dir_s_mkdir - %s", strerror(errno), path);
  file_forget(r);
  return file_fix(r);
}

static bool sync_ensure(struct ral_resource *r, const struct ral_attribute *a)
{
  const value should = ral_should(r, a);
  if (!file_remove_existing(r, arena_strz(r->ral->arena, ral_text(should)))) return false;
  if (ral_is(should, "absent")) {
    file_forget(r);
    return true;
  }
  if (ral_is(should, "directory")) return make_directory(r) || ral_fail_setting(r, "ensure", ral_text(should));
  if (ral_is(should, "link")) {
    if (!ral_setting(r, "target")->set) return ral_fail(r->ral, "Cannot create a symlink without a target");
    return file_make_link(r) || ral_fail_setting(r, "ensure", ral_text(should));
  }
  if (file_write(r)) return true;
  return ral_fail_setting(r, "ensure", ral_text(should));
}

static bool ensure_change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  const value should = ral_should(r, a);
  const int content = ral_index(r->type, "content");
  if ((!ral_is(should, "file") && !ral_is(should, "present")) || !r->settings[content].set) return false;
  return content_change(r, &r->type->attributes[content], RAL_WORD(absent), out) || (is.kind != V_UNDEF);
}

static bool is_present(const struct ral_resource *r, const value *current)
{
  return !ral_is(current[ral_index(r->type, "ensure")], "absent");
}

/* --- target --- */

static bool read_target(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct stat *st = file_stat(r);
  char target[4096];
  (void)a;
  *is = st == NULL ? RAL_WORD(absent) : RAL_WORD(notlink);
  if (st == NULL || !S_ISLNK(st->st_mode)) return true;
  const ssize_t n = readlink(file_path(r), target, sizeof target);
  if (n < 0) return ral_fail(r->ral, "%s", strerror(errno));
  *is = value_str(arena_str(r->ral->arena, str_n(target, (size_t)n)));
  return true;
}

static bool target_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const value recurse = ral_value(r, "recurse");
  const bool tree = ral_is(recurse, "remote") || value_is_true(recurse);
  *in = tree || ral_is(ral_should(r, a), "notlink") || (!ral_flag(r, "replace") && access(file_path(r), F_OK) == 0) ||
        ral_equal(is, ral_should(r, a));
  return true;
}

static bool sync_target(struct ral_resource *r, const struct ral_attribute *a)
{
  const struct ral_attribute *ensure = &r->type->attributes[ral_index(r->type, "ensure")];
  value is;
  bool in;
  if (ral_is(ral_should(r, a), "notlink")) return true;
  if (!ral_setting(r, "ensure")->set && !ral_set(r, "ensure", RAL_WORD(link))) return false;
  if (!read_ensure(r, ensure, &is) || !ensure_insync(r, ensure, is, &in)) return false;
  return !in || file_make_link(r);
}

/* --- owner and group --- */

static bool is_group(const struct ral_attribute *a) { return strcmp(a->name, "group") == 0; }

bool file_id_of(struct ral *ral, const struct ral_attribute *a, value v, int64_t *id, bool *exists)
{
  if (!ral_integer(ral, v, id, exists)) return false;
  if (*exists) return true;
  const char *name = arena_strz(ral->arena, ral_to_s(ral->arena, v));
  if (is_group(a)) {
    const struct group *g = getgrnam(name);
    *exists = g != NULL;
    if (g != NULL) *id = g->gr_gid;
  } else {
    const struct passwd *p = getpwnam(name);
    *exists = p != NULL;
    if (p != NULL) *id = p->pw_uid;
  }
  return true;
}

bool file_validate_group(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  if (v.kind != V_STRING || v.length > 0) return true;
  return ral_fail(r->ral, "Invalid group name '\"\"'");
}

static bool read_id(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct stat *st = file_stat(r);
  *is = st == NULL ? RAL_WORD(absent) : value_int(is_group(a) ? st->st_gid : st->st_uid);
  return true;
}

/* Replaces names by numbers, which events show. */
static bool id_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const struct array *should = r->settings[a - r->type->attributes].value.array;
  *in = false;
  for (uint32_t i = 0; i < should->n; i++) {
    int64_t id;
    bool exists;
    if (!file_id_of(r->ral, a, should->items[i], &id, &exists)) return false;
    if (!exists && ral_is_noop(r)) return true;
    if (!exists) {
      return ral_fail_system(r->ral, "Could not find %s %.*s", is_group(a) ? "group" : "user",
                             STR_FMT(ral_to_s(r->ral->arena, should->items[i])));
    }
    should->items[i] = value_int(id);
    *in = *in || (is.kind == V_INT && is.integer == id);
  }
  if (!*in && !is_group(a) && geteuid() != 0) {
    ral_log(r, LOG_LEVEL_WARNING, "Cannot manage ownership unless running as root");
    *in = true;
  }
  return true;
}

static bool sync_id(struct ral_resource *r, const struct ral_attribute *a)
{
  const value should = ral_should(r, a);
  const uid_t id = (uid_t)should.integer, none = (uid_t)-1;
  const bool link = !ral_is(ral_value(r, "links"), "follow");
  const char *path = file_path(r);
  const uid_t uid = is_group(a) ? none : id, gid = is_group(a) ? id : none;
  file_forget(r);
  if ((link ? lchown(path, uid, gid) : chown(path, uid, gid)) == 0) return true;
  return ral_fail(r->ral, "Failed to set %s to '%lld': %s @ apply2files - %s", a->name, (long long)id, strerror(errno),
                  path);
}

/* Puppet compares a value that is not a text with the largest id. */
static void show_id(struct ral_resource *r, value v, struct buf *out, bool group)
{
  const char *name = NULL;
  if (v.kind == V_HASH) ral_fail_system(r->ral, "no implicit conversion of Integer into Hash");
  else if (v.kind == V_BOOL || v.kind == V_ARRAY) ral_lacks_method(r->ral, v, ">", NULL);
  if (v.kind == V_INT && group) {
    const struct group *g = getgrgid((gid_t)v.integer);
    name = g != NULL ? g->gr_name : NULL;
  } else if (v.kind == V_INT) {
    const struct passwd *p = getpwuid((uid_t)v.integer);
    name = p != NULL ? p->pw_name : NULL;
  }
  ral_show_value(out, name != NULL ? value_str(str_of(name)) : v);
}

static void show_owner(struct ral_resource *r, value v, struct buf *out) { show_id(r, v, out, false); }
static void show_group(struct ral_resource *r, value v, struct buf *out) { show_id(r, v, out, true); }

/* --- mode --- */

bool file_validate_mode(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  if (v.kind != V_STRING) {
    return ral_fail(r->ral, "The file mode specification must be a string, not '%s'", ruby_class(v));
  }
  if (mode_is_valid(value_text(v))) return true;
  struct buf out = BUF_IN(r->ral->arena);
  ruby_inspect(&out, v);
  return ral_fail(r->ral, "The file mode specification is invalid: %s", out.p);
}

/* Pads numbers to four digits. */
static str padded(struct arena *a, str mode)
{
  if (mode.n == 0 || mode.n >= 4 || !ascii_is_digit((unsigned char)mode.p[0])) return mode;
  return arena_printf(a, "%0*d%.*s", (int)(4 - mode.n), 0, STR_FMT(mode));
}

bool file_munge_mode(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  *v = value_str(padded(r->ral->arena, mode_normalize(r->ral->arena, value_text(*v))));
  return true;
}

/* Directories get the execute bit wherever they have the read bit. */
static bool read_mode(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct stat *st = file_stat(r);
  struct ral_setting *s = &r->settings[a - r->type->attributes];
  *is = RAL_WORD(absent);
  if (st == NULL) return true;
  struct stat followed = *st;
  *is = value_str(arena_printf(r->ral->arena, "%04o", st->st_mode & 07777u));
  const bool directory = (!S_ISLNK(st->st_mode) || stat(file_path(r), &followed) == 0) && S_ISDIR(followed.st_mode);
  for (uint32_t i = 0; directory && s->set && i < s->value.array->n; i++) {
    const str mode = ral_text(s->value.array->items[i]);
    unsigned bits;
    if (mode.n == 0 || !ascii_is_digit((unsigned char)mode.p[0]) || !mode_bits(r->ral, mode, 0, true, &bits)) continue;
    bits |= (bits & 0400 ? 0100 : 0) | (bits & 040 ? 010 : 0) | (bits & 04 ? 01 : 0);
    s->value.array->items[i] = value_str(arena_printf(r->ral->arena, "%04o", bits));
  }
  return true;
}

static bool mode_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const struct stat *st = file_stat(r);
  const str have = ral_text(is), wanted = ral_text(ral_should(r, a));
  unsigned bits;
  *in = true;
  if (st != NULL && S_ISLNK(st->st_mode) && !ral_is(ral_value(r, "links"), "follow")) {
    ral_log(r, LOG_LEVEL_DEBUG, "Not managing symlink mode");
    return true;
  }
  *in = false;
  if (is.kind != V_STRING) return true;
  const unsigned now = (unsigned)strtoul(arena_strz(r->ral->arena, have), NULL, 8);
  if (!mode_bits(r->ral, wanted, now, st != NULL && S_ISDIR(st->st_mode), &bits)) return false;
  *in = bits == now;
  return true;
}

static bool sync_mode(struct ral_resource *r, const struct ral_attribute *a)
{
  const struct stat *st = file_stat(r);
  unsigned bits;
  if (!mode_bits(r->ral, ral_text(ral_should(r, a)), st != NULL ? st->st_mode & 07777 : 0644,
                 st != NULL && S_ISDIR(st->st_mode), &bits))
    return false;
  file_forget(r);
  if (chmod(file_path(r), (mode_t)bits) == 0) return true;
  return ral_fail(r->ral, "failed to set mode %04o on %s: %s @ apply2files - %s",
                  st != NULL ? st->st_mode & 07777u : 0u, file_path(r), strerror(errno), file_path(r));
}

static bool mode_change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  const str wanted = ral_text(ral_should(r, a)), have = ral_text(is);
  const struct stat *st = file_stat(r);
  unsigned bits;
  if (is.kind != V_STRING || (wanted.n > 0 && ascii_is_digit((unsigned char)wanted.p[0]))) return false;
  const unsigned now = (unsigned)strtoul(arena_strz(r->ral->arena, have), NULL, 8);
  if (!mode_bits(r->ral, wanted, now, st != NULL && S_ISDIR(st->st_mode), &bits)) return false;
  buf_printf(out, "mode changed '%04o' to '%04o' (%.*s)", now, bits, STR_FMT(wanted));
  return true;
}

/* --- read-only properties --- */

static bool validate_read_only(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)v;
  return ral_fail(r->ral, "%s is read-only", a->name);
}

static bool read_fact(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct stat *st = file_stat(r);
  *is = value_str(STR("absent"));
  if (st == NULL) return true;
  if (strcmp(a->name, "type") == 0) {
    *is = value_str(str_of(file_kind(st->st_mode)));
    return true;
  }
  const struct timespec t = strcmp(a->name, "ctime") == 0 ? st->st_ctim : st->st_mtim;
  const value time = {.kind = V_TIMESTAMP, .integer = t.tv_sec, .length = (uint32_t)t.tv_nsec};
  *is = value_str(ral_to_s(r->ral->arena, time));
  return true;
}

/* As in Puppet without SELinux, it is ignored, which is logged for --debug. */
static bool read_context(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  (void)r, (void)a;
  *is = VALUE_UNDEF;
  return true;
}

static bool context_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  (void)is;
  *in = true;
  if (access("/sys/fs/selinux/enforce", F_OK) == 0) {
    return ral_fail(r->ral, "not supported: attribute %s of file: SELinux contexts", a->name);
  }
  ral_log(r, LOG_LEVEL_DEBUG, "SELinux is not enabled: ignoring %s", a->name);
  return true;
}

/* --- content --- */

/* Like Puppet's test: a line begins with "{", 3 to 10 letters and "}", followed by more text. */
static bool is_checksum(str s)
{
  for (size_t at = 0; at < s.n; at++) {
    size_t end = at + 1;
    if (s.p[at] == '{' && (at == 0 || s.p[at - 1] == '\n')) {
      while (end < s.n && ascii_is_word((unsigned char)s.p[end])) end++;
      const size_t letters = end - at - 1;
      if (letters >= 3 && letters <= 10 && end + 1 < s.n && s.p[end] == '}' &&
          !ascii_is_space((unsigned char)s.p[end + 1]))
        return true;
    }
  }
  return false;
}

static void deprecated(struct ral_resource *r, const char *text)
{
  const str place = arena_printf(r->ral->arena, "%.*s:%lld", STR_FMT(r->file), (long long)r->line);
  ral_warn_once(r, "deprecations", place, text);
}

static const char checksum_deprecated[] =
  "Using a checksum in a file's \"content\" property is deprecated. The ability to use a checksum to retrieve content "
  "from the "
  "filebucket using the \"content\" property will be removed in a future release. The literal value of the \"content\" "
  "property "
  "will be written to the file. The checksum retrieval functionality is being replaced by the use of static catalogs. "
  "See "
  "https://puppet.com/docs/puppet/latest/static_catalogs.html for more information.";

static bool munge_content(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  struct file_state *s = file_state(r);
  if (ral_is(*v, "absent")) return true;
  if (v->kind != V_STRING) {
    return ral_munging_failed(r, a, *v, "no implicit conversion of %s into String", ruby_conversion_name(*v));
  }
  const str bytes = value_text(*v);
  if (is_checksum(bytes)) {
    if (!ral_setting(r, "source")->set && r->line > 0) deprecated(r, checksum_deprecated);
    s->bucket_content = bytes;
    return true;
  }
  s->has_content = true;
  s->content = bytes;
  *v = value_str(bytes); /* validate replaces it by its checksum, when the type of checksum is known */
  return true;
}

void file_set_content(struct ral_resource *r, str bytes)
{
  struct file_state *s = file_state(r);
  struct ral_setting *content = ral_setting(r, "content");
  s->has_content = true;
  s->content = bytes;
  content->set = true;
  content->value = array_of(r->ral->arena, (value[]){value_str(checksum_of(r->ral, checksum_algorithm(r), bytes))}, 1);
}

/* --- other parameters --- */

static bool munge_backup(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  if (v->kind == V_ARRAY) *v = v->array->n > 0 ? v->array->items[0] : VALUE_UNDEF;
  const str text = ral_to_s(r->ral->arena, *v);
  if (str_eqz(text, "false")) *v = value_bool(false);
  else if (str_eqz(text, "true")) *v = value_str(STR(".puppet-bak"));
  else if (v->kind != V_STRING) {
    struct buf out = BUF_IN(r->ral->arena);
    ruby_inspect(&out, *v);
    return ral_fail(r->ral, "Invalid backup type %s", out.p);
  }
  return true;
}

static bool munge_recurse(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const str text = ral_to_s(r->ral->arena, *v);
  (void)a;
  if (str_eqz(text, "true")) *v = value_bool(true);
  else if (str_eqz(text, "false")) *v = value_bool(false);
  else if (str_eqz(text, "remote")) *v = RAL_WORD(remote);
  else {
    struct buf out = BUF_IN(r->ral->arena);
    ruby_inspect(&out, *v);
    return ral_fail(r->ral, "Invalid recurse value %s", out.p);
  }
  return true;
}

static bool munge_number(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  *v = value_int(atoll(arena_strz(r->ral->arena, ral_to_s(r->ral->arena, *v))));
  return true;
}

static bool validate_ignore(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  if (v.kind == V_STRING || v.kind == V_ARRAY || (v.kind == V_BOOL && !v.boolean)) return true;
  ral_fail(r->ral, "Ignore must be a string or an Array");
  if (r->line > 0) {
    const str file = r->file.n > 0 ? arena_printf(r->ral->arena, "file: %.*s, ", STR_FMT(r->file)) : STR_EMPTY;
    r->ral->error = arena_printf(r->ral->arena, "%.*s (%.*sline: %lld)", STR_FMT(r->ral->error), STR_FMT(file),
                                 (long long)r->line);
  }
  return false;
}

static bool munge_permissions(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  if (r->line == 0 || r->file.n == 0 || ral_is(*v, "ignore") || str_eqz(ral_to_s(r->ral->arena, *v), "ignore"))
    return true;
  deprecated(r, "The `source_permissions` parameter is deprecated. Explicitly set `owner`, `group`, and `mode`.");
  return true;
}

/* Hexadecimal digits, as many as the digest has; for times any text. */
static bool is_valid_checksum(str algorithm, str sum)
{
  static const struct {
    const char *name;
    size_t digits;
  } lengths[] = {{"md5", 32},    {"md5lite", 32},    {"sha1", 40},   {"sha1lite", 40}, {"sha224", 56},
                 {"sha256", 64}, {"sha256lite", 64}, {"sha384", 96}, {"sha512", 128}};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    if (!str_eqz(algorithm, lengths[i].name)) continue;
    bool hex = sum.n == lengths[i].digits;
    for (size_t k = 0; hex && k < sum.n; k++) hex = isxdigit((unsigned char)sum.p[k]);
    return hex;
  }
  return true;
}

static value digest(struct ral_resource *r)
{
  return value_str(arena_str(r->ral->arena, settings_str(r->ral->settings, SETTING_digest_algorithm)));
}

static const struct ral_word checksums[] = {{.name = "sha256"},
                                            {.name = "sha256lite"},
                                            {.name = "md5"},
                                            {.name = "md5lite"},
                                            {.name = "sha1"},
                                            {.name = "sha1lite"},
                                            {.name = "sha512"},
                                            {.name = "sha384"},
                                            {.name = "sha224"},
                                            {.name = "mtime"},
                                            {.name = "ctime"},
                                            {.name = "none"},
                                            {0}};

/* Other types of checksum are an error only if a checksum is needed. */
static bool is_checksum_kind(str name)
{
  for (const struct ral_word *w = checksums; w->name != NULL; w++) {
    if (str_eqz(name, w->name)) return true;
  }
  return false;
}

/* --- the type's own checks --- */

/* Whether the manifest sets the parameter; `set` cannot tell, since defaults are set by now. */
static bool is_named(const struct ral_resource *r, const char *name)
{
  return r->item != NULL && hash_get_str(r->item->params, str_of(name)) != NULL;
}

static bool validate(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  struct file_state *s = file_state(r);
  const str algorithm = checksum_algorithm(r);
  const value recurse = ral_value(r, "recurse");
  struct ral_setting *given = ral_setting(r, "content");
  if (ral_value(r, "content").kind == V_UNDEF && !ral_setting(r, "ensure")->set) {
    given->set = false; /* an empty array does not make a file */
  }
  const bool source = ral_setting(r, "source")->set, content = given->set;
  if (content + source + ral_setting(r, "target")->set > 1) {
    return ral_fail(ral, "You cannot specify more than one of content, source, target");
  }
  if ((source || content) && !is_checksum_kind(algorithm)) {
    return ral_fail(ral, "undefined method `%.*s' for the parameter checksum", STR_FMT(algorithm));
  }
  if (!source && ral_is(recurse, "remote"))
    return ral_fail(ral, "You cannot specify a remote recursion without a source");
  if (source && str_eqz(algorithm, "none"))
    return ral_fail(ral, "You cannot specify source when using checksum 'none'");
  if (content && (str_eqz(algorithm, "none") || str_eqz(algorithm, "ctime") || str_eqz(algorithm, "mtime"))) {
    return ral_fail(ral, "You cannot specify content when using checksum '%.*s'", STR_FMT(algorithm));
  }
  if (!ral_is(recurse, "remote") && !value_is_true(recurse) && ral_setting(r, "recurselimit")->set) {
    ral_log(r, LOG_LEVEL_WARNING, "Possible error: recurselimit is set but not recurse, no recursion will happen");
  }
  if (s->has_content) {
    ral_setting(r, "content")->value = array_of(ral->arena,
                                                (value[]){value_str(checksum_of(ral, algorithm, s->content))}, 1);
  }
  /* With content, checked only if the manifest sets `checksum`, as in Puppet. */
  const value sum = ral_value(r, "checksum_value");
  const str shown = ral_to_s(ral->arena, sum);
  if (sum.kind != V_UNDEF && (!content || is_named(r, "checksum")) && !is_valid_checksum(algorithm, shown)) {
    return ral_fail(ral, "Checksum value '%.*s' is not a valid checksum type %.*s", STR_FMT(shown), STR_FMT(algorithm));
  }
  if (sum.kind != V_UNDEF && !content && !source) {
    ral_log(r, LOG_LEVEL_WARNING, "Checksum value is ignored unless content or source are specified");
  }
  if (ral_setting(r, "ensure")->set) return true;
  if (ral_value(r, "target").kind != V_UNDEF) return ral_set(r, "ensure", value_str(STR("link")));
  return !content || ral_set(r, "ensure", value_str(STR("file")));
}

/* The message about a new file contains the checksum of its content. */
static void redact(struct ral_resource *r)
{
  if (ral_setting(r, "source")->sensitive) ral_setting(r, "content")->sensitive = true;
  if (ral_setting(r, "content")->sensitive) ral_setting(r, "ensure")->sensitive = true;
}

static bool retrieve(struct ral_resource *r, value *current)
{
  file_forget(r);
  if (file_stat(r) == NULL && file_state(r)->trouble != 0) {
    return ral_fail(r->ral, "%s @ rb_file_s_%s - %s", strerror(file_state(r)->trouble),
                    ral_is(ral_value(r, "links"), "follow") ? "stat" : "lstat", file_path(r));
  }
  if (ral_setting(r, "source")->set && !source_copy(r)) return false;
  return ral_retrieve_each(r, current);
}

static bool flush(struct ral_resource *r)
{
  file_forget(r);
  return true;
}

static const struct ral_word ensures[] = {{.name = "absent"},
                                          {.name = "false", .alias_of = "absent"},
                                          {.name = "file", .event = "file_created"},
                                          {.name = "present", .event = "file_created"},
                                          {.name = "directory", .event = "directory_created"},
                                          {.name = "link", .event = "link_created"},
                                          {0}};
/* Puppet stores "0700" as "700". */
static value stored_mode(struct ral_resource *r, value v)
{
  (void)r;
  str text = ral_text(v);
  while (text.n > 1 && text.p[0] == '0') text = str_from(text, 1);
  return text.n > 0 && ascii_is_digit((unsigned char)text.p[0]) ? value_str(text) : v;
}

static const struct ral_word targets[] = {{.name = "notlink"}, {0}};
static const struct ral_word booleans[] = {{.name = "true"}, {.name = "false"}, {.name = "yes"}, {.name = "no"}, {0}};
static const struct ral_word links[] = {{.name = "follow"}, {.name = "manage"}, {0}};
static const struct ral_word selects[] = {{.name = "first"}, {.name = "all"}, {0}};
static const struct ral_word permissions[] = {{.name = "use"}, {.name = "use_when_creating"}, {.name = "ignore"}, {0}};
static const struct ral_word contexts[] = {{.name = "true"}, {.name = "false"}, {0}};
static const char *const numbers[] = {"^[0-9]+$", NULL};
static const char *const limits[] = {"^[0-9]+$", "^-1$", NULL};
static const char *const anything[] = {".", NULL};

static const char no_id[] = "undefined method `>' for nil:NilClass";

static const struct ral_attribute attributes[] = {
  {.name = "path", .flags = RAL_NAMEVAR, .validate = validate_path, .munge = munge_path},
  {.name = "provider"},
  {.name = "ensure",
   .flags = RAL_PROPERTY,
   .words = ensures,
   .patterns = anything,
   .munge = munge_ensure,
   .retrieve = read_ensure,
   .insync = ensure_insync,
   .sync = sync_ensure,
   .change = ensure_change},
  {.name = "content",
   .flags = RAL_PROPERTY | RAL_BINARY,
   .validate = ral_validate_any,
   .munge = munge_content,
   .retrieve = content_retrieve,
   .insync = content_insync,
   .sync = content_sync,
   .change = content_change},
  {.name = "checksum_value",
   .flags = RAL_PROPERTY,
   .retrieve = checksum_value_retrieve,
   .insync = checksum_value_insync,
   .sync = content_sync},
  {.name = "target",
   .flags = RAL_PROPERTY,
   .words = targets,
   .patterns = anything,
   .retrieve = read_target,
   .insync = target_insync,
   .sync = sync_target},
  {.name = "owner",
   .flags = RAL_PROPERTY,
   .unrecorded = no_id,
   .retrieve = read_id,
   .insync = id_insync,
   .sync = sync_id,
   .show = show_owner},
  {.name = "group",
   .flags = RAL_PROPERTY,
   .unrecorded = no_id,
   .validate = file_validate_group,
   .retrieve = read_id,
   .insync = id_insync,
   .sync = sync_id,
   .show = show_group},
  {.name = "mode",
   .stored = stored_mode,
   .flags = RAL_PROPERTY,
   .unrecorded = "undefined method `rjust' for nil:NilClass",
   .validate = file_validate_mode,
   .munge = file_munge_mode,
   .retrieve = read_mode,
   .insync = mode_insync,
   .sync = sync_mode,
   .change = mode_change},
  {.name = "type", .flags = RAL_PROPERTY, .validate = validate_read_only, .retrieve = read_fact},
  {.name = "seluser", .flags = RAL_PROPERTY, .retrieve = read_context, .insync = context_insync},
  {.name = "selrole", .flags = RAL_PROPERTY, .retrieve = read_context, .insync = context_insync},
  {.name = "seltype", .flags = RAL_PROPERTY, .retrieve = read_context, .insync = context_insync},
  {.name = "selrange", .flags = RAL_PROPERTY, .retrieve = read_context, .insync = context_insync},
  {.name = "ctime", .flags = RAL_PROPERTY, .validate = validate_read_only, .retrieve = read_fact},
  {.name = "mtime", .flags = RAL_PROPERTY, .validate = validate_read_only, .retrieve = read_fact},
  {.name = "backup", .validate = ral_validate_any, .munge = munge_backup, .fallback_value = RAL_BOOL_INIT(false)},
  {.name = "recurse", .validate = ral_validate_any, .munge = munge_recurse},
  {.name = "recurselimit", .patterns = numbers, .munge = munge_number},
  {.name = "max_files", .patterns = limits, .munge = munge_number, .fallback_value = RAL_TEXT_INIT("0")},
  {.name = "replace", .flags = RAL_BOOLEAN, .words = booleans, .fallback_value = RAL_BOOL_INIT(true)},
  {.name = "force", .flags = RAL_BOOLEAN, .words = booleans, .fallback_value = RAL_BOOL_INIT(false)},
  {.name = "ignore", .validate = validate_ignore},
  {.name = "links", .words = links, .fallback_value = RAL_TEXT_INIT("manage")},
  {.name = "purge", .flags = RAL_BOOLEAN, .words = booleans, .fallback_value = RAL_BOOL_INIT(false)},
  {.name = "sourceselect", .words = selects, .fallback_value = RAL_TEXT_INIT("first")},
  {.name = "show_diff", .flags = RAL_BOOLEAN, .words = booleans, .fallback_value = RAL_BOOL_INIT(true)},
  {.name = "staging_location", .validate = validate_path, .munge = munge_path},
  {.name = "validate_cmd"},
  {.name = "validate_replacement", .fallback_value = RAL_TEXT_INIT("%")},
  {.name = "checksum", .words = checksums, .validate = ral_validate_any, .fallback = digest},
  {.name = "source", .flags = RAL_HIDES, .validate = source_validate, .munge = source_munge},
  {.name = "source_permissions",
   .words = permissions,
   .munge = munge_permissions,
   .fallback_value = RAL_TEXT_INIT("ignore")},
  {.name = "selinux_ignore_defaults", .words = contexts},
  {0}};

static const struct ral_provider posix = {.name = "posix", .features = "manages_symlinks"};
static const struct ral_provider *const providers[] = {&posix, NULL};

const struct ral_type ral_type_file = {.name = "file",
                                       .attributes = attributes,
                                       .providers = providers,
                                       .validate = validate,
                                       .retrieve = retrieve,
                                       .present = is_present,
                                       .flush = flush,
                                       .redact = redact,
                                       .finish = file_find_bucket,
                                       .eval_generate = file_recurse,
                                       .undo = {RAL_UNDO_FILES, "path"}};

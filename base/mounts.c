/* Mount points of a file server: those of fileserver.conf, and six with files in modules. Reading the file reports
 * errors with Puppet's messages. Names and paths of requests are checked before they become part of a path, so that
 * none leads outside (check). */
#include "base/array.h"
#include "base/mounts.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/map.h"

enum { MAX_CONFIGURATION = 1 << 20 };

struct mount {
  struct mount *next;
  str name, path; /* path empty: a mount of modules, or no path */
};

struct mounts {
  struct mount *first;
};

static void say(const struct mounts_asker *who, enum log_level level, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
static void say(const struct mounts_asker *who, enum log_level level, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  who->say(who->ctx, level, buf_vformat(who->arena, fmt, ap));
  va_end(ap);
}

static bool fail(const struct mounts_asker *who, str *error, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
static bool fail(const struct mounts_asker *who, str *error, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  *error = buf_vformat(who->arena, fmt, ap);
  va_end(ap);
  return false;
}

/* --- fileserver.conf --- */

/* Mounts with files in directories of modules. They cannot have a path. */
static const struct module_mount {
  const char *name, *directory;
  bool any; /* the path is searched in all modules; otherwise its first part is the module */
} module_mounts[] = {{"modules", "files", false}, {"scripts", "scripts", false},    {"tasks", "tasks", false},
                     {"plugins", "lib", true},    {"pluginfacts", "facts.d", true}, {"locales", "locales", true}};

static const struct module_mount *module_mount(str name)
{
  for (size_t i = 0; i < sizeof module_mounts / sizeof *module_mounts; i++) {
    if (str_eqz(name, module_mounts[i].name)) return &module_mounts[i];
  }
  return NULL;
}

static struct mount *mount_named(const struct mounts *m, str name)
{
  struct mount *at = m->first;
  while (at != NULL && !str_eq(at->name, name)) at = at->next;
  return at;
}

struct reading {
  const struct mounts_asker *who;
  str *error;
  const char *file;
  long long line;
  struct mounts *mounts;
  struct mount *current;
};

static bool is_name(int c) { return ascii_is_word(c) || c == '-'; }

/* The name in brackets anywhere in the line, as in Puppet's pattern. Empty: none. */
static str section_of(str line)
{
  for (size_t at = str_index(line, '[', 0); at != SIZE_MAX; at = str_index(line, '[', at + 1)) {
    size_t end = at + 1;
    while (end < line.n && is_name((unsigned char)line.p[end])) end++;
    if (end > at + 1 && end < line.n && line.p[end] == ']') return str_sub(line, at + 1, end - at - 1);
  }
  return STR_EMPTY;
}

static bool begin_mount(struct reading *x, str name)
{
  const struct mount *there = mount_named(x->mounts, name);
  if (there != NULL) {
    return fail(x->who, x->error, "mount[%.*s] is already mounted at %.*s at (file: %s, line: %lld)",
                STR_FMT(there->name), STR_FMT(name), x->file, x->line);
  }
  x->current = ARENA_NEW(x->who->arena, struct mount);
  x->current->name = arena_str(x->who->arena, name);
  x->current->next = x->mounts->first;
  x->mounts->first = x->current;
  return true;
}

/* A mount may have several bad paths; then it was removed already. */
static void drop_mount(struct reading *x)
{
  struct mount **at = &x->mounts->first;
  while (*at != NULL && *at != x->current) at = &(*at)->next;
  if (*at != NULL) *at = x->current->next;
}

/* A path with "%" depends on the client, so it is not checked. */
static void set_path(struct reading *x, str path)
{
  struct stat st;
  const char *at = arena_strz(x->who->arena, path);
  const size_t percent = str_index(path, '%', 0);
  if (module_mount(x->current->name) != NULL) {
    say(x->who, LOG_LEVEL_WARNING, "The '%.*s' module can not have a path. Ignoring attempt to set it",
        STR_FMT(x->current->name));
    return;
  }
  const char *why = NULL;
  if (percent == SIZE_MAX || percent + 1 >= path.n) {
    if (stat(at, &st) != 0 || !S_ISDIR(st.st_mode)) why = "does not exist or is not a directory";
    else if (access(at, R_OK) != 0) why = "is not readable";
  }
  if (why == NULL) {
    x->current->path = str_of(at);
    return;
  }
  say(x->who, LOG_LEVEL_ERR, "Removing mount \"%.*s\": %s %s", STR_FMT(x->current->name), at, why);
  drop_mount(x);
}

static str without_comment(str given)
{
  const size_t at = str_index(given, '#', 1);
  return str_trim(at == SIZE_MAX ? given : str_sub(given, 0, at));
}

static bool read_entry(struct reading *x, str line)
{
  const str trimmed = str_trim(line);
  size_t end = 0;
  while (end < trimmed.n && ascii_is_word((unsigned char)trimmed.p[end])) end++;
  const str name = str_sub(trimmed, 0, end), given = without_comment(str_from(trimmed, end));
  if (end == 0 || end == trimmed.n || !ascii_is_space((unsigned char)trimmed.p[end]) || given.n == 0) {
    return fail(x->who, x->error, "Invalid entry at (file: %s, line: %lld): '%.*s'", x->file, x->line, STR_FMT(line));
  }
  if (given.p[0] == '=') return fail(x->who, x->error, "Fileserver configuration file does not use '=' as a separator");
  if (str_eqz(name, "path")) {
    if (x->current == NULL) return fail(x->who, x->error, "undefined method `name' for nil:NilClass");
    set_path(x, given);
    return true;
  }
  if (!str_eqz(name, "allow") && !str_eqz(name, "deny")) {
    return fail(x->who, x->error, "Invalid argument '%.*s' at (file: %s, line: %lld)", STR_FMT(name), x->file, x->line);
  }
  if (str_eqz(name, "allow") && str_eqz(given, "*")) return true;
  say(x->who, LOG_LEVEL_ERR, "Entry '%.*s' is unsupported and will be ignored at (file: %s, line: %lld)", STR_FMT(line),
      x->file, x->line);
  return true;
}

static bool read_lines(struct reading *x, str text)
{
  for (str rest = text; rest.n > 0;) {
    const str line = str_cut(&rest, '\n'), trimmed = str_trim(line);
    x->line++;
    if (trimmed.n == 0 || trimmed.p[0] == '#') continue;
    const str section = section_of(line);
    if (section.n > 0 ? !begin_mount(x, section) : !read_entry(x, line)) return false;
  }
  for (const struct mount *m = x->mounts->first; m != NULL; m = m->next) {
    if (m->path.n == 0 && module_mount(m->name) == NULL)
      return fail(x->who, x->error, "Mounts without paths are not usable");
  }
  return true;
}

struct mounts *mounts_parse(const struct mounts_asker *who, const char *file, str text, str *error)
{
  struct mounts *m = ARENA_NEW(who->arena, struct mounts);
  struct reading x = {.who = who, .error = error, .file = file, .mounts = m};
  return read_lines(&x, text) ? m : NULL;
}

struct mounts *mounts_read(const struct mounts_asker *who, const char *file, str *error)
{
  struct buf text = BUF_IN(who->arena);
  const int reason = file_read(file, MAX_CONFIGURATION, &text);
  if (reason == ENOENT) return ARENA_NEW(who->arena, struct mounts);
  if (reason == 0) return mounts_parse(who, file, buf_view(&text), error);
  fail(who, error, "Cannot read file server configuration %s", file);
  return NULL;
}

/* --- modules --- */

/* The first part of the path is the name of a module, the first one of that name in the modulepath. */
static void in_module(const struct mounts_asker *who, const char *directory, str rest, str *path)
{
  const size_t slash = str_index(rest, '/', 0);
  const str name = slash == SIZE_MAX ? rest : str_sub(rest, 0, slash);
  const str inside = slash == SIZE_MAX ? STR_EMPTY : str_from(rest, slash);
  for (uint32_t i = 0; i < who->nmodulepath && path->n == 0 && name.n > 0; i++) {
    const char *module = arena_printf(who->arena, "%.*s/%.*s", STR_FMT(who->modulepath[i]), STR_FMT(name)).p;
    struct stat st;
    if (stat(module, &st) != 0 || !S_ISDIR(st.st_mode)) continue;
    *path = arena_printf(who->arena, "%s/%s%.*s", module, directory, STR_FMT(inside));
  }
  struct stat there;
  if (path->n > 0 && stat(path->p, &there) != 0) *path = STR_EMPTY;
}

/* Directories with other names are not modules. */
static bool is_module(const char *name)
{
  if (!ascii_is_alpha(name[0])) return false;
  for (const char *p = name; *p != '\0'; p++) {
    if (!ascii_is_word((unsigned char)*p)) return false;
  }
  return true;
}

struct module_files {
  str *items;
  uint32_t n, cap;
};

static void add_path(struct arena *a, struct module_files *all, str path)
{
  ARENA_ROOM(a, all->items, all->n, all->cap, 16);
  all->items[all->n++] = path;
}

/* Finds DIRECTORY/REST in each module; of modules with the same name only in the first. `first`: stops after the first
 * found. */
static struct module_files in_modules(const struct mounts_asker *who, const char *directory, str rest, bool first)
{
  struct module_files all = {0};
  struct strmap seen;
  strmap_init(&seen, who->arena);
  for (uint32_t i = 0; i < who->nmodulepath && !(first && all.n > 0); i++) {
    const char *modules = arena_strz(who->arena, who->modulepath[i]);
    struct dirent **names;
    const int n = scandir(modules, &names, NULL, alphasort);
    for (int k = 0; k < n; k++) {
      const str name = arena_str(who->arena, str_of(names[k]->d_name));
      bool made = false;
      if (is_module(name.p)) strmap_slot(&seen, name, &made);
      free(names[k]);
      if (!made || (first && all.n > 0)) continue;
      const str at = arena_printf(who->arena, "%s/%s/%s%s%.*s", modules, name.p, directory, rest.n > 0 ? "/" : "",
                                  STR_FMT(rest));
      if (access(at.p, F_OK) == 0) add_path(who->arena, &all, at);
    }
    if (n >= 0) free(names);
  }
  return all;
}

/* --- own mounts --- */

static str name_of(const struct mounts_asker *who, char letter)
{
  if (letter == 'h') return who->host;
  if (letter == 'd') return who->domain;
  return who->domain.n == 0 && !who->local
           ? who->host
           : arena_printf(who->arena, "%.*s.%.*s", STR_FMT(who->host), STR_FMT(who->domain));
}

static str expand(const struct mounts_asker *who, str path)
{
  struct buf out = BUF_IN(who->arena);
  const size_t percent = str_index(path, '%', 0);
  if (percent == SIZE_MAX || percent + 1 >= path.n) return path;
  if (who->local) say(who, LOG_LEVEL_NOTICE, "No client; expanding '%.*s' with local host", STR_FMT(path));
  for (size_t i = 0; i < path.n; i++) {
    const char next = path.p[i] == '%' && i + 1 < path.n ? path.p[i + 1] : '\0';
    if (next == '%') buf_char(&out, '%');
    else if (next == 'h' || next == 'H' || next == 'd') buf_str(&out, name_of(who, next));
    else {
      buf_char(&out, path.p[i]);
      continue;
    }
    i++;
  }
  return buf_view(&out);
}

static void in_mount(const struct mounts_asker *who, const struct mount *m, str rest, str *path)
{
  const str root = expand(who, m->path);
  struct stat st;
  *path = rest.n == 0 ? arena_str(who->arena, root)
                      : arena_printf(who->arena, "%.*s/%.*s", STR_FMT(root), STR_FMT(rest));
  if (rest.n == 0 || lstat(path->p, &st) == 0) return;
  say(who, LOG_LEVEL_INFO, "File does not exist or is not accessible: %.*s", STR_FMT(*path));
  *path = STR_EMPTY;
}

/* --- finding --- */

static bool check(const struct mounts_asker *who, str name, str rest, str *error)
{
  bool good = name.n > 0;
  for (size_t i = 0; i < name.n; i++) good = good && is_name((unsigned char)name.p[i]);
  if (!good) return fail(who, error, "Cannot find file: Invalid mount '%.*s'", STR_FMT(name));
  for (str left = rest; left.n > 0;) {
    if (str_eqz(str_cut(&left, '/'), ".."))
      return fail(who, error, "Cannot find file: Invalid relative path '%.*s'", STR_FMT(rest));
  }
  return true;
}

bool mounts_find(const struct mounts *m, const struct mounts_asker *who, str mount, str rest, bool *known, str *path,
                 str *error)
{
  *path = STR_EMPTY;
  *known = true;
  if (!check(who, mount, rest, error)) return false;
  const struct module_mount *of_modules = module_mount(mount);
  const struct mount *own = of_modules == NULL && m != NULL ? mount_named(m, mount) : NULL;
  if (own != NULL) {
    in_mount(who, own, rest, path);
  } else if (of_modules == NULL) {
    *known = false;
  } else if (of_modules->any) {
    const struct module_files files = in_modules(who, of_modules->directory, rest, true);
    if (files.n > 0) *path = files.items[0];
  } else if (rest.n == 0) {
    return fail(who, error, str_eqz(mount, "tasks") ? "No task specified" : "No module specified");
  } else {
    in_module(who, of_modules->directory, rest, path);
  }
  return true;
}

bool mounts_search(const struct mounts *m, const struct mounts_asker *who, str mount, str rest, bool *known,
                   str **paths, uint32_t *n, bool *flat, str *error)
{
  const struct module_mount *of_modules = module_mount(mount);
  *flat = false;
  *n = 0;
  if (of_modules != NULL && of_modules->any) {
    *known = true;
    if (!check(who, mount, rest, error)) return false;
    struct module_files files = in_modules(who, of_modules->directory, STR_EMPTY, false);
    *flat = files.n == 0;
    for (uint32_t i = 0; *flat && i < who->nmodulepath; i++) {
      if (access(arena_strz(who->arena, who->modulepath[i]), F_OK) == 0)
        add_path(who->arena, &files, who->modulepath[i]);
    }
    *paths = files.items;
    *n = files.n;
    return true;
  }
  str path;
  if (!mounts_find(m, who, mount, rest, known, &path, error)) return false;
  if (path.n == 0) return true;
  *paths = arena_array(who->arena, 1, sizeof **paths);
  (*paths)[0] = path;
  *n = 1;
  return true;
}

/* Mount points of puppet:///MOUNT/PATH, as a server without a network has them: those of modules, and those of fileserver.conf. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/types/file/file.h"
#include "base/file.h"

enum { MAX_CONFIGURATION = 1 << 20 };

struct mount {
  struct mount *next;
  str name, path;                    /* path empty: of modules, or none was given */
};

struct mounts {
  bool read;
  struct mount *first;
};

/* --- fileserver.conf --- */

/* Those of modules have their paths from these. */
static const struct module_mount {
  const char *name, *directory;
  bool any;                          /* the path is looked for in all modules, else its first part is the module */
} module_mounts[] = {{"modules", "files", false}, {"scripts", "scripts", false}, {"tasks", "tasks", false},
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
  struct ral *ral;
  const char *file;
  long long line;
  struct mounts *mounts;
  struct mount *current;
};

static bool is_name(int c) { return ascii_is_word(c) || c == '-'; }

/* The name between brackets, wherever they are; empty: there is none. */
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
    return ral_fail(x->ral, "mount[%.*s] is already mounted at %.*s at (file: %s, line: %lld)", STR_FMT(there->name), STR_FMT(name),
                    x->file, x->line);
  }
  x->current = ARENA_NEW(x->ral->arena, struct mount);
  x->current->name = arena_str(x->ral->arena, name);
  x->current->next = x->mounts->first;
  x->mounts->first = x->current;
  return true;
}

static void drop_mount(struct reading *x)
{
  struct mount **at = &x->mounts->first;
  while (*at != x->current) at = &(*at)->next;
  *at = x->current->next;
}

/* A path with % stands for several, which are not looked at. */
static void set_path(struct reading *x, str path)
{
  struct ral *ral = x->ral;
  struct stat st;
  const char *at = arena_strz(ral->arena, path);
  const size_t percent = str_index(path, '%', 0);
  if (module_mount(x->current->name) != NULL) {
    ral_log_run(ral, LOG_LEVEL_WARNING, "The '%.*s' module can not have a path. Ignoring attempt to set it", STR_FMT(x->current->name));
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
  ral_log_run(ral, LOG_LEVEL_ERR, "Removing mount \"%.*s\": %s %s", STR_FMT(x->current->name), at, why);
  drop_mount(x);
}

static str without_comment(str given)
{
  const size_t at = str_index(given, '#', 1);
  return str_trim(at == SIZE_MAX ? given : str_sub(given, 0, at));
}

static bool read_entry(struct reading *x, str line)
{
  struct ral *ral = x->ral;
  const str trimmed = str_trim(line);
  size_t end = 0;
  while (end < trimmed.n && ascii_is_word((unsigned char)trimmed.p[end])) end++;
  const str name = str_sub(trimmed, 0, end), given = without_comment(str_from(trimmed, end));
  if (end == 0 || end == trimmed.n || !ascii_is_space((unsigned char)trimmed.p[end]) || given.n == 0) {
    return ral_fail(ral, "Invalid entry at (file: %s, line: %lld): '%.*s'", x->file, x->line, STR_FMT(line));
  }
  if (given.p[0] == '=') return ral_fail(ral, "Fileserver configuration file does not use '=' as a separator");
  if (str_eqz(name, "path")) {
    if (x->current == NULL) return ral_fail(ral, "undefined method `name' for nil:NilClass");
    set_path(x, given);
    return true;
  }
  if (!str_eqz(name, "allow") && !str_eqz(name, "deny")) {
    return ral_fail(ral, "Invalid argument '%.*s' at (file: %s, line: %lld)", STR_FMT(name), x->file, x->line);
  }
  if (str_eqz(name, "allow") && str_eqz(given, "*")) return true;
  ral_log_run(ral, LOG_LEVEL_ERR, "Entry '%.*s' is unsupported and will be ignored at (file: %s, line: %lld)", STR_FMT(line), x->file,
              x->line);
  return true;
}

static bool read_lines(struct reading *x, str text)
{
  for (size_t at = 0; at < text.n;) {
    size_t end = str_index(text, '\n', at);
    if (end == SIZE_MAX) end = text.n;
    const str line = str_sub(text, at, end - at), trimmed = str_trim(line);
    at = end + 1;
    x->line++;
    if (trimmed.n == 0 || trimmed.p[0] == '#') continue;
    const str section = section_of(line);
    if (section.n > 0 ? !begin_mount(x, section) : !read_entry(x, line)) return false;
  }
  for (const struct mount *m = x->mounts->first; m != NULL; m = m->next) {
    if (m->path.n == 0 && module_mount(m->name) == NULL) return ral_fail(x->ral, "Mounts without paths are not usable");
  }
  return true;
}

/* Read once a run. One that is wrong counts as none. */
static const struct mounts *mounts_of(struct ral *ral)
{
  static const char owner[] = "mounts";
  struct mounts *m = ral_memory(ral, owner, sizeof *m);
  struct buf text = BUF_IN(ral->arena);
  struct reading x = {.ral = ral, .file = settings_strz(ral->settings, SETTING_fileserverconfig), .mounts = m};
  if (m->read) return m;
  m->read = true;
  const int reason = file_read(x.file, MAX_CONFIGURATION, &text);
  if (reason == ENOENT) return m;
  const bool ok = reason == 0 ? read_lines(&x, buf_view(&text)) : ral_fail(ral, "Cannot read file server configuration %s", x.file);
  if (ok) return m;
  ral_log_run(ral, LOG_LEVEL_ERR, "Error parsing fileserver configuration: %.*s; using old configuration", STR_FMT(ral->error));
  m->first = NULL;
  return m;
}

/* --- finding --- */

/* In the module that the first part names, the first of that name. */
static void in_module(struct ral *ral, const char *directory, str rest, const char **path)
{
  const size_t slash = str_index(rest, '/', 0);
  const str name = slash == SIZE_MAX ? rest : str_sub(rest, 0, slash);
  const str inside = slash == SIZE_MAX ? STR_EMPTY : str_from(rest, slash);
  for (uint32_t i = 0; i < ral->nmodulepath && *path == NULL && name.n > 0; i++) {
    const char *module = arena_printf(ral->arena, "%.*s/%.*s", STR_FMT(ral->modulepath[i]), STR_FMT(name)).p;
    struct stat st;
    if (stat(module, &st) == 0 && S_ISDIR(st.st_mode)) *path = arena_printf(ral->arena, "%s/%s%.*s", module, directory, STR_FMT(inside)).p;
  }
}

/* In the first module that has it. */
static void in_modules(struct ral *ral, const char *directory, str rest, const char **path)
{
  for (uint32_t i = 0; i < ral->nmodulepath && *path == NULL; i++) {
    const char *modules = arena_strz(ral->arena, ral->modulepath[i]);
    struct dirent **names;
    const int n = scandir(modules, &names, NULL, alphasort);
    for (int k = 0; k < n; k++) {
      const char *at = arena_printf(ral->arena, "%s/%s/%s%s%.*s", modules, names[k]->d_name, directory, rest.n > 0 ? "/" : "",
                                    STR_FMT(rest)).p;
      if (*path == NULL && names[k]->d_name[0] != '.' && access(at, F_OK) == 0) *path = at;
      free(names[k]);
    }
    if (n >= 0) free(names);
  }
}

static str local_name(struct ral *ral, char letter)
{
  const value *networking = hash_get_str(ral->facts, STR("networking"));
  const struct hash *facts = networking != NULL && networking->kind == V_HASH ? networking->hash : &hash_empty;
  const value *host = hash_get_str(facts, STR("hostname")), *domain = hash_get_str(facts, STR("domain"));
  const str h = host != NULL ? ral_text(*host) : STR_EMPTY, d = domain != NULL ? ral_text(*domain) : STR_EMPTY;
  return letter == 'h' ? h : letter == 'd' ? d : arena_printf(ral->arena, "%.*s.%.*s", STR_FMT(h), STR_FMT(d));
}

/* %h, %H and %d are names of this host: without a server nobody else asks. */
static str expand(struct ral *ral, str path)
{
  struct buf out = BUF_IN(ral->arena);
  const size_t percent = str_index(path, '%', 0);
  if (percent == SIZE_MAX || percent + 1 >= path.n) return path;
  ral_log_run(ral, LOG_LEVEL_NOTICE, "No client; expanding '%.*s' with local host", STR_FMT(path));
  for (size_t i = 0; i < path.n; i++) {
    const char next = path.p[i] == '%' && i + 1 < path.n ? path.p[i + 1] : '\0';
    if (next == '%') buf_char(&out, '%');
    else if (next == 'h' || next == 'H' || next == 'd') buf_str(&out, local_name(ral, next));
    else {
      buf_char(&out, path.p[i]);
      continue;
    }
    i++;
  }
  return buf_view(&out);
}

static bool in_mount(struct ral *ral, const struct mount *m, str rest, const char **path)
{
  const str root = expand(ral, m->path);
  struct stat st;
  *path = rest.n == 0 ? arena_strz(ral->arena, root) : arena_printf(ral->arena, "%.*s/%.*s", STR_FMT(root), STR_FMT(rest)).p;
  if (rest.n == 0 || lstat(*path, &st) == 0) return true;
  ral_log_run(ral, LOG_LEVEL_INFO, "File does not exist or is not accessible: %s", *path);
  *path = NULL;
  return true;
}

bool mount_path(struct ral *ral, str name, str rest, const char **path)
{
  *path = NULL;
  for (size_t i = 0; i < name.n; i++) {
    if (!is_name((unsigned char)name.p[i])) return ral_fail(ral, "Cannot find file: Invalid mount '%.*s'", STR_FMT(name));
  }
  if (name.n == 0) return ral_fail(ral, "Cannot find file: Invalid mount ''");
  const struct mounts *all = mounts_of(ral);
  const struct module_mount *m = module_mount(name);
  if (m != NULL) {
    if (!m->any && rest.n == 0) return ral_fail(ral, str_eqz(name, "tasks") ? "No task specified" : "No module specified");
    (m->any ? in_modules : in_module)(ral, m->directory, rest, path);
    return true;
  }
  const struct mount *own = mount_named(all, name);
  return own == NULL || in_mount(ral, own, rest, path);
}

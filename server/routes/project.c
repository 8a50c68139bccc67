#include "server/routes/project.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"
#include "compiler/values/value.h"
#include "server/config/config.h"

enum { CONFIG_LIMIT = 1 << 20 };

static str joined(struct arena *a, str directory, str name)
{
  return arena_printf(a, "%.*s/%.*s", STR_FMT(directory), STR_FMT(name));
}

static bool exists(str path) { return access(path.p, F_OK) == 0; }

static bool is_directory(str path)
{
  struct stat st;
  return stat(path.p, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Whether a path has no "..", so that it stays inside the directory to which it is appended. */
static bool stays_inside(str path)
{
  const str inner = STR("/../");
  return str_index(path, '\0', 0) == SIZE_MAX && !str_eqz(path, "..") && !str_starts(path, STR("../")) &&
         !str_ends(path, STR("/..")) && str_find(path, inner, 0) == SIZE_MAX;
}

/* --- reading one --- */

struct adding {
  struct arena *arena;
  struct project *project;
  uint32_t cap;
};

/* Adds all directories in a directory of modules, ordered by name. */
static void add_modules(struct adding *to, str directory)
{
  struct project *p = to->project;
  struct dirent **names;
  const int n = scandir(directory.p, &names, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    const str name = str_of(names[i]->d_name), path = joined(to->arena, directory, name);
    const bool dots = str_eqz(name, ".") || str_eqz(name, "..");
    free(names[i]);
    if (dots || !is_directory(path)) continue;
    ARENA_ROOM(to->arena, p->modules, p->n, to->cap, 16);
    p->modules[p->n++] = path;
  }
  if (n >= 0) free(names);
}

static void add_relative(struct adding *to, str directory)
{
  if (stays_inside(directory)) add_modules(to, joined(to->arena, to->project->root, directory));
}

/* Adds the setting `modulepath`: a list, or a text separated by colons. */
static void add_modulepath(struct adding *to, value modulepath)
{
  if (modulepath.kind == V_ARRAY) {
    for (uint32_t i = 0; i < modulepath.array->n; i++)
      add_relative(to, value_to_str(to->arena, modulepath.array->items[i]));
    return;
  }
  const str text = modulepath.kind == V_STRING ? value_text(modulepath) : STR("modules");
  for (size_t from = 0; from <= text.n;) {
    const size_t colon = str_index(text, ':', from), end = colon == SIZE_MAX ? text.n : colon;
    add_relative(to, arena_str(to->arena, str_sub(text, from, end - from)));
    from = end + 1;
  }
}

bool project_read(const struct worker *w, struct arena *a, str name, struct project *out, str *error)
{
  struct buf text = BUF_IN(a);
  struct adding to = {.arena = a, .project = out};
  value config = VALUE_UNDEF;
  *out = (struct project){0};
  if (w->config->projects_dir.n == 0 || !stays_inside(name)) return true;
  const str base = joined(a, w->config->projects_dir, name), boxed = joined(a, base, STR("Boltdir"));
  const bool has_box = exists(boxed);
  out->exists = has_box || exists(joined(a, base, STR("bolt-project.yaml"))) ||
                exists(joined(a, base, STR("bolt.yaml")));
  out->root = has_box ? boxed : base;
  const str file = joined(a, out->root, STR("bolt-project.yaml"));
  const int why = file_read(file.p, CONFIG_LIMIT, &text);
  if (why != 0 && why != ENOENT && why != ENOTDIR) {
    *error = str_of(file_reason(why));
    return false;
  }
  if (why == 0 && !value_read_yaml(a, buf_view(&text), &config, error)) return false;
  const value given = value_member(config, "name");
  out->name = value_text_or_empty(given);
  add_modulepath(&to, value_member(config, "modulepath"));
  add_relative(&to, STR(".modules"));
  for (uint32_t i = 0; i < w->config->builtin_content.n; i++) add_modules(&to, w->config->builtin_content.items[i]);
  return true;
}

/* --- its files --- */

static const struct mount {
  const char *name, *directory;
  enum project_mount kind;
} mounts[] = {{"modules", "files", PROJECT_MODULE_FILE},
              {"scripts", "scripts", PROJECT_MODULE_FILE},
              {"tasks", "tasks", PROJECT_MODULE_FILE},
              {"plugins", "lib", PROJECT_PLUGINS},
              {"pluginfacts", "facts.d", PROJECT_PLUGINS}};
enum { MOUNTS = sizeof mounts / sizeof *mounts };

/* Splits MOUNT/REST or MOUNT/MODULE/NAME; NULL: unknown mount. */
static const struct mount *split(str key, str *module, str *name)
{
  const size_t slash = str_index(key, '/', 0);
  size_t i = 0;
  while (i < MOUNTS && !str_eqz(str_sub(key, 0, slash), mounts[i].name)) i++;
  *name = slash == SIZE_MAX ? STR_EMPTY : str_from(key, slash + 1);
  *module = STR_EMPTY;
  if (i == MOUNTS) return NULL;
  if (mounts[i].kind == PROJECT_PLUGINS) return &mounts[i];
  const size_t end = str_index(*name, '/', 0);
  if (end == SIZE_MAX || end == 0 || end + 1 == name->n) return NULL;
  *module = str_sub(*name, 0, end);
  *name = str_from(*name, end + 1);
  return &mounts[i];
}

enum project_mount project_mount_of(str key)
{
  str module, name;
  const struct mount *mount = split(key, &module, &name);
  return mount == NULL ? PROJECT_NO_MOUNT : mount->kind;
}

static str module_root(const struct project *p, str module)
{
  if (!p->exists) return STR_EMPTY;
  if (p->name.n > 0 && str_eq(p->name, module)) return p->root;
  for (uint32_t i = 0; i < p->n; i++) {
    const str path = p->modules[i];
    if (str_ends(path, module) && path.p[path.n - module.n - 1] == '/') return path;
  }
  return STR_EMPTY;
}

void project_plugins(struct arena *a, const struct project *p, str key, str **paths, uint32_t *n)
{
  str module, name;
  const struct mount *mount = split(key, &module, &name);
  assert(mount != NULL && mount->kind == PROJECT_PLUGINS);
  *paths = arena_array(a, p->n + 1, sizeof **paths);
  *n = 0;
  for (uint32_t i = 0; i <= p->n; i++) {
    if (i == 0 && p->name.n == 0) continue;
    const str path = joined(a, i == 0 ? p->root : p->modules[i - 1], str_of(mount->directory));
    if (exists(path)) (*paths)[(*n)++] = path;
  }
}

void project_find(struct arena *a, const struct project *p, str key, str *path, str *name)
{
  str module, *plugins;
  uint32_t n;
  const struct mount *mount = split(key, &module, name);
  assert(mount != NULL);
  *path = STR_EMPTY;
  if (!stays_inside(*name)) return;
  if (mount->kind == PROJECT_PLUGINS) {
    project_plugins(a, p, key, &plugins, &n);
    for (uint32_t i = 0; i < n && path->n == 0; i++) {
      const str found = joined(a, plugins[i], *name);
      if (exists(found)) *path = found;
    }
    return;
  }
  const str root = module_root(p, module);
  if (root.n == 0) return;
  const str found = joined(a, joined(a, root, str_of(mount->directory)), *name);
  if (exists(found)) *path = found;
}

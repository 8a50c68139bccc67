/* The relationships that resource types add by themselves (Puppet's autorequire, and autobefore for mount): one
 * function per type. The graphs of a catalog and the compiler's search for cycles use them; the functions of struct
 * graph_auto access their resources. A relationship is added only to a resource that is in the catalog. */
#include "compiler/catalog/graph_auto.h"

#include <stdlib.h>

#include "base/file.h"

const char *const graph_param_names[GRAPH_PARAM_COUNT] = {
#define X(name) #name,
  GRAPH_PARAMS(X)
#undef X
};

#define PARAM(g, item, name) (g)->param((item), GRAPH_PARAM_##name)
#define TEXT(g, item, name) value_text_or_empty(PARAM(g, item, name))

static void require_one(struct graph_auto *g, const void *item, const char *type, str title)
{
  const void *there = title.n > 0 ? g->find(g->ctx, type, title) : NULL;
  if (there != NULL) g->add(g->ctx, there, item, item);
}

static bool read_number(str s, int64_t *out)
{
  *out = 0;
  /* Any number of 18 digits fits. */
  for (size_t i = 0; i < s.n && i < 18; i++) *out = *out * 10 + (s.p[i] - '0');
  return str_is_digits(s) && s.n <= 18;
}

/* Returns the parent directory: "/a/b" -> "/a" -> "/" -> empty. */
static str parent_of(str path)
{
  if (path.n <= 1) return STR_EMPTY;
  const char *slash = memrchr(path.p, '/', path.n);
  if (slash == NULL) return STR_EMPTY;
  size_t n = (size_t)(slash - path.p);
  while (n > 1 && path.p[n - 1] == '/') n--;
  return str_n(path.p, n == 0 ? 1 : n);
}

/* Nearly all paths already are. */
static bool is_expanded(str path)
{
  for (size_t i = 0; i < path.n; i++) {
    if (path.p[i] != '/') continue;
    if (i + 1 == path.n || path.p[i + 1] == '/' || path.p[i + 1] == '.') return false;
  }
  return path.n > 0 && path.p[0] == '/';
}

static str expanded(const struct graph_auto *g, str path)
{
  return is_expanded(path) ? path : file_expand_path(g->arena, path);
}

str graph_file_path(const struct graph_auto *g, const void *item)
{
  const str path = TEXT(g, item, path);
  return expanded(g, path.n > 0 ? path : g->title(item));
}

/* Returns a name, or the first of a list. */
static str first_name(value v)
{
  if (v.kind == V_ARRAY && v.array->n > 0) v = v.array->items[0];
  return value_text_or_empty(v);
}

/* --- types --- */

/* `ensure` is the target of a link if it is not one of Puppet's values for it. Comparing the length first is faster. */
static str link_target(str target, str ensure)
{
  if (target.n > 0) return target;
  switch (ensure.n) {
  case 4: return str_eq(ensure, STR("file")) || str_eq(ensure, STR("link")) ? STR_EMPTY : ensure;
  case 5: return str_eq(ensure, STR("false")) ? STR_EMPTY : ensure;
  case 6: return str_eq(ensure, STR("absent")) ? STR_EMPTY : ensure;
  case 7: return str_eq(ensure, STR("present")) ? STR_EMPTY : ensure;
  case 9: return str_eq(ensure, STR("directory")) ? STR_EMPTY : ensure;
  default: return ensure;
  }
}

/* Returns the nearest parent directory that is a resource. Files of one directory are usually adjacent, so the last
 * results are cached, by length and last byte of the path. */
static const void *nearest_file(struct graph_auto *g, str directory)
{
  if (directory.n == 0) return NULL;
  const unsigned char last = (unsigned char)directory.p[directory.n - 1];
  struct graph_answer *known = &g->directories[(directory.n + last) % 16];
  if (known->title.n > 0 && str_eq(directory, known->title)) return known->item;
  const void *item = g->find(g->ctx, "file", directory);
  if (item == NULL) item = nearest_file(g, parent_of(directory));
  *known = (struct graph_answer){directory, item};
  return item;
}

/* Like require_one, for user and group, which are usually the same as those of the previous file. A number is the id,
 * not a title. */
static void require_known(struct graph_auto *g, const void *item, const char *type, str title,
                          struct graph_answer *known)
{
  if (title.n == 0) return;
  if (known->title.n == 0 || !str_eq(title, known->title)) {
    *known = (struct graph_answer){title, str_is_digits(title) ? NULL : g->find(g->ctx, type, title)};
  }
  if (known->item != NULL) g->add(g->ctx, known->item, item, item);
}

static void auto_file(struct graph_auto *g, const void *item)
{
  const void *above = nearest_file(g, parent_of(graph_file_path(g, item)));
  if (above != NULL) g->add(g->ctx, above, item, item);
  require_one(g, item, "file", link_target(TEXT(g, item, target), TEXT(g, item, ensure)));
  require_known(g, item, "user", first_name(PARAM(g, item, owner)), &g->user);
  require_known(g, item, "group", first_name(PARAM(g, item, group)), &g->group);
}

/* Absolute paths at the beginnings of lines, or, when `quoted`, the text in double quotes there: Puppet looks for both
 * with regular expressions that match at each line. */
static void require_words(struct graph_auto *g, const void *item, str text, bool quoted)
{
  for (size_t at = 0; at < text.n;) {
    size_t end = str_index(text, '\n', at), n = 0;
    if (end == SIZE_MAX) end = text.n;
    const str line = str_sub(text, at, end - at);
    if (!quoted && line.n > 1 && line.p[0] == '/') {
      while (n < line.n && !ascii_is_space((unsigned char)line.p[n])) n++;
      if (n > 1) require_one(g, item, "file", str_sub(line, 0, n));
    } else if (quoted && line.n > 2 && line.p[0] == '"' && (n = str_index(line, '"', 1)) != SIZE_MAX) {
      require_one(g, item, "file", str_sub(line, 1, n - 1));
    }
    at = end + 1;
  }
}

static void auto_exec(struct graph_auto *g, const void *item)
{
  const value command = PARAM(g, item, command), checks[] = {PARAM(g, item, onlyif), PARAM(g, item, unless)};
  const str text = command.kind == V_UNDEF ? g->title(item) : first_name(command);
  require_one(g, item, "file", TEXT(g, item, cwd));
  require_words(g, item, text, false);
  if (text.n > 0 && memchr(text.p, '"', text.n) != NULL) require_words(g, item, text, true);
  for (size_t i = 0; i < 2; i++) {
    const value v = checks[i];
    if (v.kind == V_STRING) require_words(g, item, value_text(v), false);
    for (uint32_t k = 0; v.kind == V_ARRAY && k < v.array->n; k++) {
      require_words(g, item, first_name(v.array->items[k]), false);
    }
  }
  const str user = TEXT(g, item, user);
  if (!str_is_digits(user)) require_one(g, item, "user", user);
}

static void auto_package(struct graph_auto *g, const void *item)
{
  const str source = TEXT(g, item, source);
  require_one(g, item, "file", TEXT(g, item, responsefile));
  require_one(g, item, "file", TEXT(g, item, adminfile));
  if (str_starts(source, STR("/"))) require_one(g, item, "file", source);
}

/* The group whose gid is the number. */
static void require_gid(struct graph_auto *g, const void *item, int64_t gid)
{
  const void *group;
  for (uint32_t at = 0; (group = g->next(g->ctx, "group", &at)) != NULL;) {
    const value v = PARAM(g, group, gid);
    int64_t number = gid - 1;
    if (v.kind == V_INT) number = v.integer;
    else if (v.kind == V_STRING && !read_number(value_text(v), &number)) continue;
    if (number != gid) continue;
    g->add(g->ctx, group, item, item);
    return;
  }
}

static void require_group(struct graph_auto *g, const void *item, value v)
{
  int64_t gid;
  if (v.kind == V_INT) require_gid(g, item, v.integer);
  else if (v.kind == V_STRING && read_number(value_text(v), &gid)) require_gid(g, item, gid);
  else if (v.kind == V_STRING) require_one(g, item, "group", value_text(v));
}

static void auto_user(struct graph_auto *g, const void *item)
{
  const value gid = PARAM(g, item, gid), groups = PARAM(g, item, groups);
  if (gid.kind != V_ARRAY) require_group(g, item, gid);
  for (uint32_t i = 0; gid.kind == V_ARRAY && i < gid.array->n; i++) require_group(g, item, gid.array->items[i]);
  if (groups.kind == V_STRING) require_one(g, item, "group", value_text(groups));
  if (groups.kind != V_ARRAY) return;
  /* Puppet sorts the groups, and the order of edges follows. */
  str *sorted = arena_array(g->arena, (size_t)groups.array->n + 1, sizeof *sorted);
  uint32_t n = 0;
  for (uint32_t i = 0; i < groups.array->n; i++) {
    if (groups.array->items[i].kind == V_STRING) sorted[n++] = value_text(groups.array->items[i]);
  }
  qsort(sorted, n, sizeof *sorted, str_order);
  for (uint32_t i = 0; i < n; i++) require_one(g, item, "group", sorted[i]);
}

static void auto_owner(struct graph_auto *g, const void *item) { require_one(g, item, "user", TEXT(g, item, user)); }

static void auto_selmodule(struct graph_auto *g, const void *item)
{
  str path = TEXT(g, item, selmodulepath), dir = TEXT(g, item, selmoduledir);
  const str name = TEXT(g, item, name);
  if (dir.n == 0) dir = STR("/usr/share/selinux/targeted");
  if (path.n == 0) {
    path = arena_printf(g->arena, "%.*s/%.*s.pp", STR_FMT(dir), STR_FMT(name.n > 0 ? name : g->title(item)));
  }
  require_one(g, item, "file", path);
}

/* Adds the parent mounts, outermost first. The bound limits recursion. */
static void require_mounts(struct graph_auto *g, const void *item, str path, int depth)
{
  const str above = parent_of(path);
  if (above.n == 0 || depth > 200) return;
  require_mounts(g, item, above, depth + 1);
  require_one(g, item, "mount", above);
}

static void auto_mount(struct graph_auto *g, const void *item)
{
  const str name = TEXT(g, item, name), path = expanded(g, name.n > 0 ? name : g->title(item));
  require_mounts(g, item, path, 0);
  /* Files below a mount point wait for the mount, which adds them here, not in auto_file. */
  const void *file;
  for (uint32_t at = 0; (file = g->next(g->ctx, "file", &at)) != NULL;) {
    const str inside = graph_file_path(g, file);
    if (inside.n <= path.n + 1 || !str_starts(inside, path) || inside.p[path.n] != '/') continue;
    g->add(g->ctx, item, file, item);
  }
}

/* For types of modules that wait for the file in their attribute `path`. */
static void auto_path(struct graph_auto *g, const void *item) { require_one(g, item, "file", TEXT(g, item, path)); }

static void auto_directory(struct graph_auto *g, const void *item)
{
  require_one(g, item, "file", parent_of(TEXT(g, item, path)));
}

const struct graph_auto_type graph_auto_types[GRAPH_AUTO_TYPES + 1] = {
  {"file", auto_file, false},
  {"exec", auto_exec, false},
  {"package", auto_package, false},
  {"user", auto_user, false},
  {"cron", auto_owner, false},
  {"ssh_authorized_key", auto_owner, false},
  {"mount", auto_mount, true},
  {"selmodule", auto_selmodule, false},
  {"file_line", auto_path, false},
  {"concat_file", auto_path, false},
  {"ini_setting", auto_directory, false},
  {NULL, NULL, false},
};

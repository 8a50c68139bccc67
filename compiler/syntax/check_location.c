/* Files of modules may contain only definitions that match their path: manifests/a/b.pp the class, define, function or
 * plan m::a::b and names below it. */
#include "compiler/syntax/check.h"

#include <limits.h>
#include <unistd.h>

static bool is_clean(str path)
{
  if (path.n < 2 || path.p[0] != '/' || path.p[path.n - 1] == '/') return false;
  for (size_t at = str_index(path, '/', 0); at != SIZE_MAX; at = str_index(path, '/', at + 1)) {
    if (path.p[at + 1] == '/' || path.p[at + 1] == '.') return false; /* a hidden file may have a clean path, too */
  }
  return true;
}

/* Makes the path absolute, without ".", ".." and doubled slashes. Links are not followed, since Puppet compares
 * texts. */
static str clean_path(struct arena *a, str path)
{
  if (is_clean(path)) return path;
  struct buf full = BUF_IN(a), out = BUF_IN(a);
  char cwd[PATH_MAX];
  if (!str_starts(path, STR("/"))) {
    buf_z(&full, getcwd(cwd, sizeof cwd) != NULL ? cwd : "");
    buf_char(&full, '/');
  }
  buf_str(&full, path);
  str s = buf_view(&full);
  for (str rest = s; rest.n > 0;) {
    str part = str_cut(&rest, '/');
    if (str_eq(part, STR(".."))) {
      while (out.n > 0 && out.p[--out.n] != '/') continue;
    } else if (part.n > 0 && !str_eq(part, STR("."))) {
      buf_char(&out, '/');
      buf_str(&out, part);
    }
  }
  return out.n == 0 ? STR("/") : (str){out.p, out.n};
}

/* Returns the namespace that a file must define. `path` is relative to a module directory; p == NULL: the file must not
 * contain definitions. */
static str namespace_of(struct arena *a, str path)
{
  struct buf b = BUF_IN(a);
  uint32_t n = 0, parts = 1;
  for (size_t i = 0; i < path.n; i++) parts += path.p[i] == '/';
  for (size_t at = 0; at < path.n; n++) {
    size_t end = str_index(path, '/', at);
    if (end == SIZE_MAX) end = path.n;
    str part = str_sub(path, at, end - at);
    at = end + 1;
    /* The second part is the folder in the module: it is not part of the name, but must be one of these. */
    if (n == 1) {
      if (str_among(arena_lower(a, part), "manifests functions types plans")) continue;
      return (str){NULL, 0};
    }
    if (n + 1 == parts) {
      /* manifests/init.pp defines the module's name. */
      if (parts == 3 && str_caseeq(part, STR("init.pp"))) break;
      /* ".pp" */
      part.n -= 3;
    }
    if (b.n > 0) buf_z(&b, "::");
    for (size_t i = 0; i < part.n; i++) buf_char(&b, (char)ascii_lower(part.p[i]));
  }
  return parts == 1 ? (str){NULL, 0} : buf_finish(&b);
}

static enum check_location find_location(struct checker *c)
{
  str file = c->program->source->file;
  if (file.n == 0 || !str_ends(file, STR(".pp")) || c->o->nmodule_directories == 0) return LOCATION_FREE;
  str path = clean_path(c->a, file);
  if (c->o->initial_manifest.n > 0 && str_starts(path, c->o->initial_manifest)) return LOCATION_FREE;
  for (uint32_t i = 0; i < c->o->nmodule_directories; i++) {
    str directory = clean_path(c->a, c->o->module_directories[i]);
    if (!str_starts(path, directory) || path.n <= directory.n || path.p[directory.n] != '/') continue;
    c->namespace = namespace_of(c->a, str_from(path, directory.n + 1));
    return c->namespace.p == NULL ? LOCATION_BAD : LOCATION_MODULE;
  }
  return LOCATION_FREE;
}

static enum check_location location(struct checker *c)
{
  if (c->location == LOCATION_UNKNOWN) c->location = find_location(c);
  return c->location;
}

void check_definition_location(struct checker *c, const ast *node, str name)
{
  enum check_location where = location(c);
  if (where == LOCATION_FREE) return;
  str start = str_sub(name, 0, c->namespace.n);
  if (where == LOCATION_BAD || !str_caseeq(start, c->namespace))
    check_issue(c, ISSUE_ILLEGAL_DEFINITION_LOCATION, node, STR_FMT(name), STR_FMT(c->program->source->file));
}

static void check_top_construct(struct checker *c, const ast *n)
{
  if (ast_is_definition(n) && n->kind != AST_NODE_DEFINITION) return;
  check_issue(c, ISSUE_ILLEGAL_TOP_CONSTRUCT_LOCATION, n, LABEL(n));
}

void check_top_constructs(struct checker *c)
{
  const ast *body = c->program->body;
  if (body->kind == AST_NOP || location(c) == LOCATION_FREE) return;
  if (body->kind != AST_BLOCK) {
    check_top_construct(c, body);
    return;
  }
  struct ast_list_of list = AST_AS(ast_list, body)->list;
  for (uint32_t i = 0; i < list.n; i++) check_top_construct(c, list.items[i]);
}

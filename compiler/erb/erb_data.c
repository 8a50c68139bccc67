/* JSON, YAML and paths of files, and the `new` of classes. The names JSON, YAML and File are methods of a class here:
 * want() checks that the receiver is the right class. */
#include "compiler/erb/erb_internal.h"
#include "compiler/values/ruby_json.h"

/* --- JSON --- */

static erv json(struct erb *e, erv v, const struct ruby_json_layout *layout)
{
  struct buf out = BUF_IN(e->arena);
  str error;
  if (!ruby_json_write(&out, erv_to_data(e, v), layout, &error)) erb_leave(e, "JSON: %.*s", STR_FMT(error));
  return erv_str(e, buf_finish(&out));
}

static erv m_to_json(struct erb_call *c)
{
  return json(c->e, c->self, &(struct ruby_json_layout){.max_nesting = RUBY_JSON_MAX_NESTING});
}

static void want(struct erb_call *c, enum erb_class class)
{
  if (c->self.class != class) erb_leave(c->e, "%s.%.*s", erb_class_text(c->self.class), STR_FMT(c->name));
}

static erv m_pretty_generate(struct erb_call *c)
{
  want(c, C_JSON);
  return json(c->e, c->args[0], &ruby_json_pretty);
}

/* --- YAML --- */

static erv m_to_yaml(struct erb_call *c)
{
  struct buf out = BUF_IN(c->e->arena);
  if (!value_write_yaml(c->e->arena, &out, erv_to_value(c->e, c->self), NULL, false))
    erb_leave(c->e, "YAML of values nested too deep");
  return erv_str(c->e, buf_finish(&out));
}

/* --- File: names must not be empty, end with a slash or contain double slashes --- */

static str path_arg(struct erb_call *c, uint32_t i)
{
  str path = erb_string_arg(c, i);
  if (path.n == 0 || path.p[path.n - 1] == '/' || str_find(path, STR("//"), 0) != SIZE_MAX)
    erb_leave(c->e, "File.%.*s of that path", STR_FMT(c->name));
  return path;
}

static size_t last_slash(str path)
{
  size_t i = path.n;
  while (i > 0 && path.p[i - 1] != '/') i--;
  return i == 0 ? SIZE_MAX : i - 1;
}

static erv m_dirname(struct erb_call *c)
{
  want(c, C_FILE);
  str path = path_arg(c, 0);
  size_t slash = last_slash(path);
  return erv_str(c->e, slash == SIZE_MAX ? STR(".") : str_sub(path, 0, slash == 0 ? 1 : slash));
}

/* As in Ruby, a slash is added between two parts if neither has one. If the second begins with slashes, those at
 * the end of the first are removed. */
static erv m_join(struct erb_call *c)
{
  want(c, C_FILE);
  struct buf out = BUF_IN(c->e->arena);
  for (uint32_t i = 0; i < c->n; i++) {
    const str part = erb_string_arg(c, i);
    if (memchr(part.p, '\0', part.n) != NULL) erb_leave(c->e, "File.join of that path");
    size_t end = out.n;
    while (end > 0 && out.p[end - 1] == '/') end--;
    if (i > 0 && str_starts(part, STR("/"))) out.n = end;
    else if (i > 0 && end == out.n) buf_char(&out, '/');
    buf_str(&out, part);
  }
  return erv_str(c->e, buf_finish(&out));
}

/* --- new --- */

static erv m_new(struct erb_call *c)
{
  if (c->self.class == C_HASH) {
    erv made = erv_hash(c->e);
    if (c->n > 0) made.hash->fallback = c->args[0];
    return made;
  }
  if (c->n > 0) erb_leave(c->e, "%s.new with arguments", erb_class_text(c->self.class));
  if (c->self.class == C_ARRAY) return erv_array(c->e, 0);
  if (c->self.class != C_STRING) erb_leave(c->e, "%s.new", erb_class_text(c->self.class));
  return erv_str(c->e, STR_EMPTY);
}

const struct erb_method erb_data_methods[] = {
  {"to_json", K_NIL | K_BOOL | K_NUMBER | K_STRING | K_LIST, 0, 0, NO_BLOCK, m_to_json},
  {"pretty_generate", K_CLASS, 1, 1, NO_BLOCK, m_pretty_generate},
  {"to_yaml", K_NIL | K_BOOL | K_NUMBER | K_STRING | K_LIST, 0, 0, NO_BLOCK, m_to_yaml},
  {"dirname", K_CLASS, 1, 1, NO_BLOCK, m_dirname},
  {"join", K_CLASS, 0, 255, NO_BLOCK, m_join},
  {"new", K_CLASS, 0, 1, NO_BLOCK, m_new},
  {0},
};

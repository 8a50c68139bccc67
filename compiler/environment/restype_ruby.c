/* Resource types of modules, in Ruby. Ruby loads the file and describes the attributes, namevars and title patterns,
 * once per generation of the environment. After that Ruby is needed only if a title pattern is code or is not supported
 * by our regular expressions. */
#include "compiler/environment/restypes.h"

#include "compiler/compilation/call.h"

/* Calls an entry of the Ruby side. With an empty path the type is Puppet's own. */
static value ask(struct compilation *c, const char *entry, str name, str path, const value *more)
{
  const value file = path.n > 0 ? value_str(path) : VALUE_UNDEF;
  const value args[] = {value_str(name), file, more != NULL ? *more : VALUE_UNDEF};
  c->ops->ruby_need(c, arena_printf(c->arena, "resource type '%.*s'", STR_FMT(name)), path);
  return c->ops->ruby(c, NULL, entry, args, more != NULL ? 3 : 2, VALUE_UNDEF);
}

/* --- the description --- */

static const symbol **symbols(struct arena *a, value names, uint32_t *n)
{
  *n = names.kind == V_ARRAY ? names.array->n : 0;
  const symbol **out = arena_array(a, (size_t)*n + 1, sizeof *out);
  for (uint32_t i = 0; i < *n; i++) out[i] = sym_intern(value_text(names.array->items[i]));
  return out;
}

/* False: the regular expression is not supported, so Ruby must split the titles. */
static bool read_pattern(struct arena *a, value from, struct title_pattern *out)
{
  str why;
  const value *pair = from.array->items;
  out->names = symbols(a, pair[1], &out->n);
  out->regex = regex_compile(a, arena_str(a, value_text(pair[0])), &why);
  return out->regex != NULL && out->regex->groups <= REGEX_MAX_GROUPS;
}

static void read_patterns(struct arena *a, value from, struct restype *t)
{
  t->title_in_ruby = from.kind != V_ARRAY;
  if (t->title_in_ruby) {
    t->plain_title = false;
    return;
  }
  const uint32_t n = from.array->n;
  struct title_pattern *all = arena_array(a, (size_t)n + 1, sizeof *all);
  for (uint32_t i = 0; i < n; i++) {
    if (!read_pattern(a, from.array->items[i], &all[i])) t->title_in_ruby = true;
  }
  restype_set_patterns(t, all, n);
  if (t->title_in_ruby) t->plain_title = false;
}

/* The name of the module that contains the file. */
static str module_of(str file)
{
  const size_t end = str_find(file, STR("/lib/puppet/type/"), 0);
  if (end == SIZE_MAX) return STR_EMPTY;
  size_t begin = end;
  while (begin > 0 && file.p[begin - 1] != '/') begin--;
  return str_sub(file, begin, end - begin);
}

const struct restype *restype_read_ruby(struct compilation *c, struct environment_file *f, const symbol *name)
{
  struct arena *a = c->environment->generation;
  const value from = ask(c, "resource_type", sym_str(name), f->path, NULL);
  if (from.kind != V_HASH) return NULL;
  struct restype *t = restype_new(a, name, RESTYPE_RUBY);
  uint32_t n;
  t->file = f->path;
  t->module = module_of(f->path);
  const symbol **names = symbols(a, value_member(from, "attributes"), &n);
  restype_set_attributes(a, t, names, n);
  names = symbols(a, value_member(from, "keys"), &n);
  restype_set_keys(a, t, names, n);
  t->not_isomorphic = !value_truthy(value_member(from, "isomorphic"));
  read_patterns(a, value_member(from, "patterns"), t);
  return t;
}

void restype_split_in_ruby(struct compilation *c, const struct restype *t, str title, struct title_parts *out)
{
  const value given = value_str(title);
  const value parts = ask(c, "resource_type_title", sym_str(t->name), t->file, &given);
  const uint32_t n = parts.kind == V_HASH ? parts.hash->n : 0;
  out->items = arena_array(c->arena, (size_t)n + 1, sizeof *out->items);
  out->n = n;
  for (uint32_t i = 0; i < n; i++) {
    const struct hash_entry *entry = &parts.hash->entries[i];
    out->items[i] = (struct title_part){sym_intern(value_text(entry->key)), entry->value};
  }
}

value environment_restype_doc(struct compilation *c, str name, str path, bool providers)
{
  const value more = value_bool(providers);
  return ask(c, "resource_type_doc", name, path, &more);
}

value environment_restype_text(struct compilation *c, str name, str path)
{
  return ask(c, "resource_type_text", name, path, NULL);
}

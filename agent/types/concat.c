/* concat's concat_file and concat_fragment: a file made of parts. The file itself is a resource of the type file, which
 * concat_file generates and gives its contents. */
#include <stdlib.h>

#include "agent/ral/munge.h"
#include "agent/system/store.h"
#include "agent/types/file/file.h"
#include "compiler/values/ruby_json.h"
#include "compiler/values/ruby_text.h"

extern const struct ral_type ral_type_file, ral_type_concat_file, ral_type_concat_fragment;

/* --- the parts of a file --- */

static bool belongs(const struct ral_resource *fragment, const struct ral_resource *file)
{
  const value target = ral_value(fragment, "target"), tag = ral_value(fragment, "tag");
  if (target.kind == V_STRING && value_same(target, ral_value(file, "path"))) return true;
  if (target.kind == V_STRING && str_eq(value_text(target), file->title)) return true;
  return tag.kind != V_UNDEF && value_same(tag, ral_value(file, "tag"));
}

struct part {
  struct ral_resource *fragment;
  value keys[2]; /* sort keys: order and name, as numbers if they are numeric */
  str content;
};

struct parts {
  struct ral_resource *file;
  struct part *items;
  uint32_t n;
  bool incomparable; /* a number had to be compared with a text */
};

static bool read_source(struct ral_resource *file, const struct ral_resource *fragment, str *content)
{
  struct ral *ral = file->ral;
  const value given = ral_value(fragment, "source");
  const uint32_t n = given.kind == V_ARRAY ? given.array->n : 1;
  struct buf list = BUF_IN(ral->arena);
  for (uint32_t i = 0; i < n; i++) {
    const str source = ral_to_s(ral->arena, given.kind == V_ARRAY ? given.array->items[i] : given);
    const char *path = source.n > 0 && source.p[0] == '/' ? arena_strz(ral->arena, source) : NULL;
    struct stat st;
    struct buf text = BUF_IN(ral->arena);
    if (path == NULL && !source_path(ral, source, &path)) return false;
    if (i > 0) buf_z(&list, ", ");
    buf_str(&list, source);
    if (path == NULL || stat(path, &st) != 0) continue;
    if (!store_read(ral, path, &text)) return false;
    *content = buf_view(&text);
    return true;
  }
  return ral_fail(ral, "Could not retrieve source(s) %.*s", STR_FMT(buf_view(&list)));
}

static value key(str s) { return str_is_digits(s) && s.n < 19 ? value_int(atoll(s.p)) : value_str(s); }

/* As in the module: numeric order splits "5___name" at the first "___", alphabetic order at the first "__". */
static void place(struct ral *ral, struct part *p, bool numeric)
{
  const str name = ral_value_text(p->fragment, "name"), order = ral_to_s(ral->arena, ral_value(p->fragment, "order"));
  const str whole = arena_printf(ral->arena, "%.*s___%.*s", STR_FMT(order), STR_FMT(name));
  const str mark = numeric ? STR("___") : STR("__");
  const size_t at = str_find(whole, mark, 0);
  const str first = arena_str(ral->arena, str_sub(whole, 0, at)), second = str_from(whole, at + mark.n);
  p->keys[0] = numeric ? key(first) : value_str(first);
  p->keys[1] = numeric ? key(second) : value_str(second);
}

static int by_place(const void *x, const void *y, void *ctx)
{
  const struct part *a = x, *b = y;
  struct parts *all = ctx;
  for (int i = 0; i < 2; i++) {
    const value l = a->keys[i], r = b->keys[i];
    if (l.kind != r.kind) {
      all->incomparable = true;
      return 0;
    }
    const int c = l.kind == V_INT ? (l.integer > r.integer) - (l.integer < r.integer)
                                  : str_cmp(value_text(l), value_text(r));
    if (c != 0) return c;
  }
  return 0;
}

/* Collects the parts in their order, with their contents. */
static bool collect(struct ral_resource *file, struct parts *all)
{
  struct ral *ral = file->ral;
  const bool numeric = ral_is(ral_value(file, "order"), "numeric");
  *all = (struct parts){.file = file, .items = arena_array(ral->arena, ral->resources.n + 1, sizeof *all->items)};
  for (uint32_t i = 0; i < ral->resources.n; i++) {
    struct ral_resource *r = ral->resources.items[i];
    if (r->type != &ral_type_concat_fragment || !belongs(r, file)) continue;
    struct part *p = &all->items[all->n++];
    p->fragment = r;
    if (!ral_resolve(r)) return false; /* fragments may come after the file */
    p->content = ral_value_text(r, "content");
    if (!ral_is_given(r, "content") && !read_source(file, r, &p->content)) return false;
    const bool ended = p->content.n > 0 && p->content.p[p->content.n - 1] == '\n';
    if (!ended && ral_flag(file, "ensure_newline")) {
      p->content = arena_printf(ral->arena, "%.*s\n", STR_FMT(p->content));
    }
    place(ral, p, numeric);
  }
  if (all->n > 1) qsort_r(all->items, all->n, sizeof *all->items, by_place, all);
  return !all->incomparable || ral_fail(ral, "comparison of Array with Array failed");
}

/* --- parts that are data --- */

static bool is_empty(value v)
{
  return v.kind == V_UNDEF || (v.kind == V_HASH && v.hash->n == 0) || (v.kind == V_ARRAY && v.array->n == 0) ||
         (v.kind == V_STRING && v.length == 0);
}

static value joined(struct ral *ral, const struct array *a, const struct array *b)
{
  struct valuevec out = {0};
  for (uint32_t i = 0; i < a->n + b->n; i++) {
    const value v = i < a->n ? a->items[i] : b->items[i - a->n];
    bool known = false;
    for (uint32_t k = 0; !known && k < out.n; k++) known = out.items[k].kind == v.kind && value_same(out.items[k], v);
    if (!known) valuevec_push(&out, ral->arena, v);
  }
  return valuevec_array(&out, ral->arena);
}

static bool merge(struct ral_resource *file, value a, value b, value *out);

/* Merges the values of a key that both hashes have: the first value is kept. */
static bool merge_key(struct ral_resource *file, value name, value a, value b, value *out)
{
  struct ral *ral = file->ral;
  *out = a;
  if ((a.kind == V_HASH && b.kind == V_HASH) || (a.kind == V_ARRAY && b.kind == V_ARRAY)) {
    return merge(file, a, b, out);
  }
  if (value_same(a, b)) return true;
  const str key_text = ral_to_s(ral->arena, name), first = ral_to_s(ral->arena, a), second = ral_to_s(ral->arena, b);
  if (!ral_flag(file, "force")) {
    return ral_fail(ral,
                    "Duplicate key '%.*s' found with values '%.*s' and %.*s'. "
                    "Use 'force' attribute to merge keys.",
                    STR_FMT(key_text), STR_FMT(first), STR_FMT(second));
  }
  ral_log_run(ral, LOG_LEVEL_DEBUG, "Key '%.*s': replacing '%.*s' with '%.*s'.", STR_FMT(key_text), STR_FMT(second),
              STR_FMT(first));
  return true;
}

static bool merge(struct ral_resource *file, value a, value b, value *out)
{
  struct ral *ral = file->ral;
  *out = is_empty(b) ? a : b;
  if (is_empty(a) || is_empty(b)) return true;
  if (a.kind == V_ARRAY && b.kind == V_ARRAY) {
    *out = joined(ral, a.array, b.array);
    return true;
  }
  if (a.kind != V_HASH) return ral_fail(ral, "undefined method `merge' for a value of class %s", ruby_class(a));
  if (b.kind != V_HASH) return ral_fail(ral, "no implicit conversion of %s into Hash", ruby_class(b));
  struct hash *h = hash_new(ral->arena, a.hash->n + b.hash->n);
  for (uint32_t i = 0; i < a.hash->n; i++) hash_put(h, ral->arena, a.hash->entries[i].key, a.hash->entries[i].value);
  for (uint32_t i = 0; i < b.hash->n; i++) {
    const struct hash_entry *e = &b.hash->entries[i];
    const value *known = hash_get(h, e->key);
    value v = e->value;
    if (known != NULL && !merge_key(file, e->key, *known, e->value, &v)) return false;
    hash_put(h, ral->arena, e->key, v);
  }
  *out = value_hash(h);
  return true;
}

static bool write_json(struct ral *ral, value v, bool pretty, struct buf *out)
{
  str error;
  struct ruby_json_layout layout = {.max_nesting = RUBY_JSON_MAX_NESTING};
  if (pretty) {
    layout = (struct ruby_json_layout){.indent = STR("  "),
                                       .space = STR(" "),
                                       .object_nl = STR("\n"),
                                       .array_nl = STR("\n"),
                                       .max_nesting = RUBY_JSON_MAX_NESTING};
  }
  return ruby_json_write(out, v, &layout, &error) || ral_fail(ral, "%.*s", STR_FMT(error));
}

static bool write_data(const struct parts *all, str format, struct buf *out)
{
  struct ral *ral = all->file->ral;
  const bool yaml = str_eqz(format, "yaml"), list = str_starts(format, STR("json-array"));
  const struct yaml_layout layout = {0};
  struct valuevec items = {0};
  value whole = value_hash(&hash_empty);
  str error;
  for (uint32_t i = 0; i < all->n; i++) {
    value v;
    const str text = all->items[i].content;
    const bool ok = yaml ? value_read_yaml_plainly(ral->arena, text, STR("<unknown>"), false, &v, &error)
                         : ruby_json_read(ral->arena, text, &v, &error);
    if (!ok) return ral_fail(ral, "%.*s", STR_FMT(error));
    if (list) valuevec_push(&items, ral->arena, v);
    else if (!merge(all->file, whole, v, &whole)) return false;
  }
  if (list) whole = valuevec_array(&items, ral->arena);
  if (!yaml) return write_json(ral, whole, str_ends(format, STR("pretty")), out);
  return value_write_yaml_as_ruby(ral->arena, out, whole, &layout) || ral_fail(ral, "the data is nested too deeply");
}

/* --- concat_file --- */

static bool make_file(struct ral_resource *r, struct ral_list *out)
{
  static const char *const handed[] = {
    "path",     "owner",   "group",   "mode",    "replace",      "backup",    "selinux_ignore_defaults",
    "selrange", "selrole", "seltype", "seluser", "validate_cmd", "show_diff", NULL};
  struct ral_resource *file = ral_resource_new(r->ral, &ral_type_file, ral_value_text(r, "path"));
  const bool absent = ral_is(ral_value(r, "ensure"), "absent");
  if (!ral_set(file, "path", ral_value(r, "path"))) return false;
  file->title = ral_value_text(file, "path");
  file->ref = arena_printf(r->ral->arena, "File[%.*s]", STR_FMT(file->title));
  if (!ral_set(file, "ensure", value_str(absent ? STR("absent") : STR("file")))) return false;
  for (size_t i = 1; handed[i] != NULL; i++) {
    if (ral_is_given(r, handed[i]) && !ral_set(file, handed[i], ral_value(r, handed[i]))) return false;
  }
  ral_copy_metaparameters(file, r);
  if (!ral_finish(file)) return false;
  ral_list_add(out, file);
  return true;
}

static bool fill_file(struct ral_resource *r, struct ral_list *out)
{
  const str format = ral_value_text(r, "format");
  struct ral_resource *file = ral_find(r->ral, "file", ral_value_text(r, "path"));
  struct parts all;
  struct buf text = BUF_IN(r->ral->arena);
  if (!collect(r, &all)) return false;
  for (uint32_t i = 0; str_eqz(format, "plain") && i < all.n; i++) buf_str(&text, all.items[i].content);
  if (!str_eqz(format, "plain") && !write_data(&all, format, &text)) return false;
  if (file == NULL) return ral_fail(r->ral, "undefined method `[]=' for nil:NilClass");
  file_set_content(file, buf_view(&text));
  if (text.n == 0 && !ral_flag(r, "create_empty_file") && !ral_set(file, "ensure", value_str(STR("absent"))))
    return false;
  ral_list_add(out, file);
  return true;
}

/* Always in sync: the generated file does the work. */
static bool get_ensure(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  *is = ral_is(ral_should(r, a), "present") ? RAL_WORD(present) : RAL_WORD(absent);
  return true;
}

/* concat asks for a path of POSIX, then for one of Windows. */
static bool validate_path(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  return ral_is_absolute(r, v) || ral_validate_path(r, a, v);
}

/* Each item of a list is a mode, as for a property of a file. */
static bool validate_mode(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (!file_validate_mode(r, a, v.array->items[i])) return false;
  }
  return v.kind == V_ARRAY || file_validate_mode(r, a, v);
}

static bool munge_mode(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  if (v->kind != V_ARRAY) return file_munge_mode(r, a, v);
  struct valuevec modes = {0};
  for (uint32_t i = 0; i < v->array->n; i++) {
    value one = v->array->items[i];
    if (!file_munge_mode(r, a, &one)) return false;
    valuevec_push(&modes, r->ral->arena, one);
  }
  *v = valuevec_array(&modes, r->ral->arena);
  return true;
}

static bool validate_backup(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  return v.kind == V_STRING || v.kind == V_BOOL || ral_fail(r->ral, "Backup must be a Boolean or String");
}

/* "Selrange must be a String" */
static bool validate_text(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  if (v.kind == V_STRING) return true;
  return ral_fail(r->ral, "%c%s must be a String", ascii_upper(a->name[0]), a->name + 1);
}

static const struct ral_word orders[] = {{.name = "alpha"}, {.name = "numeric"}, {0}};
static const struct ral_word formats[] = {{.name = "plain"},
                                          {.name = "yaml"},
                                          {.name = "json"},
                                          {.name = "json-array"},
                                          {.name = "json-pretty"},
                                          {.name = "json-array-pretty"},
                                          {0}};

static const struct ral_attribute file_attributes[] = {
  {.name = "path", .flags = RAL_NAMEVAR, .validate = validate_path},
  {.name = "ensure",
   .flags = RAL_PROPERTY,
   .words = ral_ensure_words,
   .fallback_value = RAL_WORD_INIT(present),
   .retrieve = get_ensure},
  {.name = "tag"},
  {.name = "owner"},
  {.name = "group", .validate = file_validate_group},
  {.name = "mode", .validate = validate_mode, .munge = munge_mode},
  {.name = "order", .words = orders, .fallback_value = RAL_WORD_INIT(numeric)},
  {.name = "backup", .validate = validate_backup},
  {.name = "replace", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(true)},
  {.name = "validate_cmd", .validate = validate_text},
  {.name = "ensure_newline", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "format", .words = formats, .fallback_value = RAL_WORD_INIT(plain)},
  {.name = "force", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "selinux_ignore_defaults", .flags = RAL_BOOLEAN, .words = ral_boolean_words},
  {.name = "selrange", .validate = validate_text},
  {.name = "selrole", .validate = validate_text},
  {.name = "seltype", .validate = validate_text},
  {.name = "seluser", .validate = validate_text},
  {.name = "show_diff", .flags = RAL_BOOLEAN, .words = ral_boolean_words},
  /* Exists since version 8.1. */
  {.name = "create_empty_file",
   .flags = RAL_BOOLEAN,
   .words = ral_boolean_words,
   .fallback_value = RAL_WORD_INIT(true)},
  {0}};

/* Version 10 redacts sensitive texts and accepts lists of tags. */
#define CONCAT_VERSIONS                     \
  {                                         \
    .from = 7, .from_minor = 1, .below = 10 \
  }

const struct ral_type ral_type_concat_file = {.name = "concat_file",
                                              .module = "concat",
                                              .implements = CONCAT_VERSIONS,
                                              .attributes = file_attributes,
                                              .generate = make_file,
                                              .eval_generate = fill_file};

/* --- concat_fragment --- */

static bool validate_source(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  return v.kind == V_STRING || v.kind == V_ARRAY || ral_fail(r->ral, "Content must be a String or Array");
}

static bool validate_order(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  const str text = ral_to_s(r->ral->arena, v);
  if (v.kind != V_STRING && v.kind != V_INT) return ral_fail(r->ral, "$order is not a string or integer.");
  for (size_t i = 0; i < text.n; i++) {
    if (strchr(":\n/", text.p[i]) != NULL && text.p[i] != '\0') {
      return ral_fail(r->ral, "Order cannot contain '/', ':', or '\\n'.");
    }
  }
  return true;
}

static bool validate(struct ral_resource *r)
{
  const bool content = ral_is_given(r, "content"), source = ral_is_given(r, "source");
  if (!ral_is_given(r, "target") && !ral_is_given(r, "tag")) return ral_fail(r->ral, "No 'target' or 'tag' set");
  if (!content && !source) return ral_fail(r->ral, "Set either 'source' or 'content'");
  return !content || !source || ral_fail(r->ral, "Can't use 'source' and 'content' at the same time");
}

/* Adds no relationship: like Puppet, it only warns if no concat_file uses the fragment. */
static bool look_for_file(struct ral_resource *r, const struct graph_relation **list, uint32_t *n)
{
  const struct ral *ral = r->ral;
  *list = NULL;
  *n = 0;
  for (uint32_t i = 0; i < ral->resources.n; i++) {
    if (ral->resources.items[i]->type == &ral_type_concat_file && belongs(r, ral->resources.items[i])) return true;
  }
  str tag = STR_EMPTY;
  if (ral_is_given(r, "tag")) tag = arena_printf(ral->arena, "or tag '%.*s ", STR_FMT(ral_value_to_s(r, "tag")));
  ral_log(r, LOG_LEVEL_WARNING, "Target Concat_file with path or title '%.*s' %.*snot found in the catalog",
          STR_FMT(ral_value_text(r, "target")), STR_FMT(tag));
  return true;
}

static const struct ral_attribute fragment_attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "target", .validate = validate_text},
  {.name = "content", .validate = validate_text},
  {.name = "source", .validate = validate_source},
  {.name = "order", .validate = validate_order, .fallback_value = RAL_TEXT_INIT("10")},
  {.name = "tag"},
  {0}};

const struct ral_type ral_type_concat_fragment = {.name = "concat_fragment",
                                                  .module = "concat",
                                                  .implements = CONCAT_VERSIONS,
                                                  .attributes = fragment_attributes,
                                                  .validate = validate,
                                                  .relate = look_for_file};

/* stdlib's functions that write data: JSON, YAML, Python, Ruby. */
#include "base/json_write.h"
#include "base/check.h"
#include "base/map.h"
#include "compiler/functions/stdlib/stdlib.h"
#include "compiler/types/value_json.h"
#include "compiler/values/rich.h"
#include "compiler/values/ruby_json.h"

/* --- Sensitive values in data: stdlib 9 unwraps them and wraps the result --- */

struct unwrapping {
  struct context *context;
  bool found;
};

static value unwrapped_key(void *ctx, value key)
{
  if (key.kind != V_SENSITIVE) return key;
  ((struct unwrapping *)ctx)->found = true;
  return *key.sensitive;
}

static value unwrapped(void *ctx, value v)
{
  struct context *c = ((struct unwrapping *)ctx)->context;
  context_enter(c);
  while (v.kind == V_SENSITIVE) v = unwrapped_key(ctx, v);
  v = value_map(c->arena, v, unwrapped_key, unwrapped, ctx);
  context_leave(c);
  return v;
}

value stdlib_rewrapped(struct fn_call *call)
{
  fn_body *write = call->row->inner;
  assert(write != NULL && call->n > 0);
  struct unwrapping u = {call->context, false};
  const value plain = unwrapped(&u, call->args[0]);
  if (!u.found) return write(call);
  value *args = arena_array(call->arena, call->n, sizeof *args);
  memcpy(args, call->args, call->n * sizeof *args);
  args[0] = plain;
  call->args = args;
  return value_sensitive(call->arena, write(call));
}

static value fn_rewrap_sensitive_data(struct fn_call *call)
{
  struct unwrapping u = {call->context, false};
  value v = unwrapped(&u, call->args[0]);
  if (fn_has_block(call)) v = fn_yield(call, &v, 1);
  return u.found ? value_sensitive(call->arena, v) : v;
}

/* --- JSON --- */

static value json(struct fn_call *call, value v, const struct ruby_json_layout *layout, const char *end)
{
  struct buf b = BUF_IN(call->arena);
  str error;
  if (!ruby_json_write(&b, v, layout, &error)) FN_FAIL(call, "%.*s", STR_FMT(error));
  buf_z(&b, end);
  return value_str(buf_finish(&b));
}

static value fn_to_json(struct fn_call *call)
{
  return json(call, call->args[0], &(struct ruby_json_layout){.max_nesting = RUBY_JSON_MAX_NESTING}, "");
}

static void option_text(const struct hash *opts, const char *name, str *out)
{
  const value v = hash_member(opts, name);
  if (v.kind == V_STRING) *out = value_text(v);
}

static void read_layout(const struct hash *opts, struct ruby_json_layout *l)
{
  option_text(opts, "indent", &l->indent);
  option_text(opts, "space", &l->space);
  option_text(opts, "space_before", &l->space_before);
  option_text(opts, "object_nl", &l->object_nl);
  option_text(opts, "array_nl", &l->array_nl);
  const value *nan = hash_get_str(opts, STR("allow_nan")), *most = hash_get_str(opts, STR("max_nesting"));
  l->allow_nan = nan != NULL && value_truthy(*nan);
  if (most != NULL)
    l->max_nesting = most->kind != V_INT || most->integer < 0 ? 0
                     : most->integer > UINT32_MAX             ? UINT32_MAX
                                                              : (uint32_t)most->integer;
}

static value fn_to_json_pretty(struct fn_call *call)
{
  struct ruby_json_layout layout = ruby_json_pretty;
  if (call->n > 2) read_layout(call->args[2].hash, &layout);
  bool skip = call->n > 1 && value_truthy(call->args[1]);
  return json(call, skip ? stdlib_without_undef(call, call->args[0]) : call->args[0], &layout, "\n");
}

/* --- YAML --- */

/* Rejects objects: Ruby would write their instance variables, which do not exist here. */
static void refuse_objects(struct fn_call *call, value v)
{
  if (value_is_simple(v) || v.kind == V_REGEX) return;
  if (v.kind != V_ARRAY && v.kind != V_HASH) fail_not_supported(call->context, "%s() of %s", call->name, ruby_class(v));
  context_enter(call->context);
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) refuse_objects(call, v.array->items[i]);
  for (uint32_t i = 0; v.kind == V_HASH && i < v.hash->n; i++) {
    refuse_objects(call, v.hash->entries[i].key);
    refuse_objects(call, v.hash->entries[i].value);
  }
  context_leave(call->context);
}

static int number_option(struct fn_call *call, const struct hash *options, const char *name)
{
  const value *v = hash_get_str(options, str_of(name));
  if (v == NULL) return 0;
  if (v->kind != V_INT) fn_no_conversion(call, *v, "Integer");
  return v->integer > 100000 ? 100000 : v->integer < -1 ? -1 : (int)v->integer;
}

static bool flag_option(const struct hash *options, const char *name)
{
  return value_truthy(hash_member(options, name));
}

static value fn_to_yaml(struct fn_call *call)
{
  struct yaml_layout layout = {0};
  struct buf b = BUF_IN(call->arena);
  if (call->n > 1) {
    const struct hash *options = call->args[1].hash;
    layout.indentation = number_option(call, options, "indentation");
    layout.line_width = number_option(call, options, "line_width");
    layout.canonical = flag_option(options, "canonical");
    layout.header = flag_option(options, "header");
    if (flag_option(options, "version")) fail_not_supported(call->context, "%s(): the option version", call->name);
  }
  refuse_objects(call, call->args[0]);
  if (!value_write_yaml_as_ruby(call->arena, &b, call->args[0], &layout)) fail_limit(call->context, LIMIT_DEPTH);
  return value_str(buf_finish(&b));
}

/* --- Python and Ruby: rich data as their literals --- */

struct literals {
  struct fn_call *call;
  const char *yes, *no, *nothing, *arrow;
  struct buf out;
  struct ptrmap met; /* array or hash -> its path, a str * */
};

static void put_literal(struct literals *l, value v, str path);

/* Converts rich values to plain data. */
static value plain_data(struct fn_call *call, value v)
{
  struct buf b = BUF_IN(call->arena);
  struct json_writer w;
  str error;
  json_init(&w, &b, false);
  value_write_json(&w, v, JSON_RICH);
  if (!value_read_json(call->arena, buf_view(&b), &v, &error)) FN_FAIL(call, "%.*s", STR_FMT(error));
  return v;
}

static void put_text(struct literals *l, const char *text) { ruby_inspect(&l->out, value_str(str_of(text))); }

/* Begins {"__ptype" => NAME, "__pvalue" => … */
static void begin_rich(struct literals *l, const char *name)
{
  buf_char(&l->out, '{');
  put_text(l, "__ptype");
  buf_z(&l->out, l->arrow);
  put_text(l, name);
  buf_z(&l->out, ", ");
  put_text(l, "__pvalue");
  buf_z(&l->out, l->arrow);
}

static str path_of_index(struct literals *l, str path, uint32_t i)
{
  if (path.n == 0) return STR_EMPTY;
  return arena_printf(l->call->arena, "%.*s[%u]", STR_FMT(path), i);
}

/* Empty if the key cannot be part of a path, or the path is empty. */
static str path_of_key(struct literals *l, str path, value key)
{
  if (path.n == 0 || key.kind == V_DEFAULT || !value_is_simple(key)) return STR_EMPTY;
  struct buf b = BUF_IN(l->call->arena);
  buf_str(&b, path);
  buf_char(&b, '[');
  if (key.kind == V_UNDEF) buf_z(&b, "null");
  else value_inspect(&b, key);
  buf_char(&b, ']');
  return buf_view(&b);
}

static bool has_text_keys(const struct hash *h)
{
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].key.kind != V_STRING) return false;
  }
  return true;
}

static void put_array(struct literals *l, const struct array *a, str path)
{
  buf_char(&l->out, '[');
  for (uint32_t i = 0; i < a->n; i++) {
    if (i > 0) buf_z(&l->out, ", ");
    put_literal(l, a->items[i], path_of_index(l, path, i));
  }
  buf_char(&l->out, ']');
}

static void put_hash(struct literals *l, const struct hash *h, str path)
{
  buf_char(&l->out, '{');
  for (uint32_t i = 0; i < h->n; i++) {
    if (i > 0) buf_z(&l->out, ", ");
    ruby_inspect(&l->out, h->entries[i].key);
    buf_z(&l->out, l->arrow);
    put_literal(l, h->entries[i].value, path_of_key(l, path, h->entries[i].key));
  }
  buf_char(&l->out, '}');
}

/* Writes a hash with keys that are not strings: {"__ptype": "Hash", "__pvalue": [key, value, …]}. */
static void put_pairs(struct literals *l, const struct hash *h, str path)
{
  begin_rich(l, "Hash");
  buf_char(&l->out, '[');
  for (uint32_t i = 0; i < h->n; i++) {
    if (i > 0) buf_z(&l->out, ", ");
    put_literal(l, h->entries[i].key, path);
    buf_z(&l->out, ", ");
    put_literal(l, h->entries[i].value, path_of_key(l, path, h->entries[i].key));
  }
  buf_z(&l->out, "]}");
}

/* Returns the address that identifies a value; NULL for values without identity. */
static const void *identity(value v)
{
  switch (v.kind) {
  case V_ARRAY: return v.array != &array_empty ? v.array : NULL;
  case V_HASH: return v.hash != &hash_empty ? v.hash : NULL;
  case V_SENSITIVE: return v.sensitive;
  case V_TYPE: return v.type;
  default: return NULL;
  }
}

/* Writes a value that occurred before as a reference to its path. */
static bool put_reference(struct literals *l, value v, str path)
{
  const void *p = identity(v);
  if (p == NULL) return false;
  const str *before = ptrmap_get(&l->met, p);
  if (before == NULL) {
    str *own = ARENA_NEW(l->call->arena, str);
    *own = path;
    ptrmap_put(&l->met, p, own);
    return false;
  }
  if (before->n == 0) return false;
  begin_rich(l, "LocalRef");
  ruby_inspect(&l->out, value_str(*before));
  buf_char(&l->out, '}');
  return true;
}

static void put_member(struct literals *l, const char *name, str text)
{
  put_text(l, name);
  buf_z(&l->out, l->arrow);
  ruby_inspect(&l->out, value_str(text));
}

/* Writes a reference as an object, where catalogs have text. */
static void put_resource_reference(struct literals *l, const struct type *t)
{
  buf_char(&l->out, '{');
  put_member(l, "__ptype", t->kind == T_CLASS ? STR("Pcore::ClassType") : STR("Pcore::ResourceType"));
  const symbol *name = t->kind == T_CLASS ? t->class.name : t->resource.type_name;
  if (name != NULL) {
    struct buf shown = BUF_IN(l->call->arena);
    if (t->kind == T_CLASS) {
      buf_str(&shown, sym_str(name));
    } else {
      type_capitalize(&shown, sym_str(name));
    }
    buf_z(&l->out, ", ");
    put_member(l, t->kind == T_CLASS ? "class_name" : "type_name", buf_view(&shown));
  }
  if (t->kind == T_RESOURCE && t->resource.has_title) {
    buf_z(&l->out, ", ");
    put_member(l, "title", t->resource.title);
  }
  buf_char(&l->out, '}');
}

static void put_sensitive(struct literals *l, value v, str path)
{
  begin_rich(l, "Sensitive");
  put_literal(l, *v.sensitive, path);
  buf_char(&l->out, '}');
}

static void put_rich(struct literals *l, value v, str path)
{
  if (v.kind == V_ARRAY) put_array(l, v.array, path);
  else if (v.kind == V_HASH && has_text_keys(v.hash)) put_hash(l, v.hash, path);
  else if (v.kind == V_HASH) put_pairs(l, v.hash, path);
  else if (v.kind == V_SENSITIVE) put_sensitive(l, v, path);
  else if (v.kind == V_TYPE && (v.type->kind == T_RESOURCE || v.type->kind == T_CLASS))
    put_resource_reference(l, v.type);
  else put_literal(l, plain_data(l->call, v), path);
}

static void put_literal(struct literals *l, value v, str path)
{
  switch (v.kind) {
  case V_UNDEF: buf_z(&l->out, l->nothing); return;
  case V_BOOL: buf_z(&l->out, v.boolean ? l->yes : l->no); return;
  case V_INT:
  case V_FLOAT:
  case V_STRING: ruby_inspect(&l->out, v); return;
  default: break;
  }
  context_enter(l->call->context);
  if (!put_reference(l, v, path)) put_rich(l, v, path);
  context_leave(l->call->context);
}

static value literal(struct literals *l)
{
  l->out = BUF_IN(l->call->arena);
  ptrmap_init(&l->met, l->call->arena);
  put_literal(l, l->call->args[0], STR("$"));
  return value_str(buf_finish(&l->out));
}

static value fn_to_python(struct fn_call *call)
{
  return literal(&(struct literals){.call = call, .yes = "True", .no = "False", .nothing = "None", .arrow = ": "});
}

static value fn_to_ruby(struct fn_call *call)
{
  return literal(&(struct literals){.call = call, .yes = "true", .no = "false", .nothing = "nil", .arrow = " => "});
}

#define PRETTY                                                                                        \
  "Variant[Hash, Array] $data, Optional[Boolean] ?$skip_undef, "                                      \
  "Struct[{indent => Optional[String], space => Optional[String], space_before => Optional[String], " \
  "object_nl => Optional[String], array_nl => Optional[String], allow_nan => Optional[Boolean], "     \
  "max_nesting => Optional[Integer[-1, default]]}] ?$opts"

const struct fn_row fn_stdlib_write_rows[] = {
  {"stdlib::rewrap_sensitive_data", "$data, Callable[Any] ?&$block", fn_rewrap_sensitive_data,
   "data without what makes parts of it sensitive, as a whole sensitive"},
  {"stdlib::to_json", "$data", stdlib_rewrapped, "data as JSON", .inner = fn_to_json},
  {"stdlib::to_json_pretty", PRETTY, stdlib_rewrapped, "data as JSON for people", .inner = fn_to_json_pretty},
  {"stdlib::to_python", "$object", fn_to_python, "data as Python writes it"},
  {"stdlib::to_ruby", "$object", fn_to_ruby, "data as Ruby writes it"},
  {"stdlib::to_yaml", "$data, Hash ?$options", stdlib_rewrapped, "data as YAML", .inner = fn_to_yaml},
  {"to_json", "$data", fn_to_json, "data as JSON", .below = 9},
  {"to_json_pretty", PRETTY, fn_to_json_pretty, "data as JSON for people", .below = 9},
  {"to_python", "$object", fn_to_python, "data as Python writes it", .below = 9},
  {"to_ruby", "$object", fn_to_ruby, "data as Ruby writes it", .below = 9},
  {"to_yaml", "$data, Hash ?$options", fn_to_yaml, "data as YAML", .below = 9},
  {0},
};

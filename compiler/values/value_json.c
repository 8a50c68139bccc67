/* Values as JSON, plain or rich (see value.h). */
#include <math.h>

#include "base/json_write.h"
#include "compiler/types/type.h"
#include "compiler/values/context.h"
#include "compiler/values/rich.h"

/* Where in the value: a list on the stack, innermost first. */
struct step { str key; uint32_t index; bool is_index; const struct step *outer; };

enum { MAX_DEPTH = 2000 };

static void write(struct value_json *j, value v, const struct step *at, uint32_t depth);

static void format_path(struct buf *out, const struct step *s)
{
  if (s == NULL) return;
  format_path(out, s->outer);
  if (s->is_index) {
    buf_printf(out, "[%u]", s->index);
    return;
  }
  buf_char(out, '[');
  value_quote(out, s->key);
  buf_char(out, ']');
}

/* A buffer for what is told: telling may end the compilation while it is open. */
static struct buf scratch(const struct value_json *j)
{
  return BUF_IN(j->place.arena);
}

static void report(struct value_json *j, const struct step *at, const char *what, const char *noun, str text)
{
  if (j->lossy == NULL) return;
  format_path(&j->place, at);
  struct buf out = scratch(j);
  buf_str(&out, buf_view(&j->place));
  buf_printf(&out, " contains %s%s. It will be converted to the String '%.*s'", what, noun, STR_FMT(text));
  j->lossy(j->ctx, buf_view(&out));
  buf_free(&out);
}

static const char *class_of(value v)
{
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: return "a NilClass";
  case V_DEFAULT: return "a Symbol";
  case V_BOOL: return v.boolean ? "a TrueClass" : "a FalseClass";
  case V_INT: return "an Integer";
  case V_FLOAT: return "a Float";
  case V_STRING: return "a String";
  case V_ARRAY: return "an Array";
  case V_HASH: return "a Hash";
  case V_REGEX: return "a Regexp";
  case V_SENSITIVE: return "a Puppet::Pops::Types::PSensitiveType::Sensitive";
  case V_CLOSURE: return "a Puppet::Pops::Evaluator::PuppetProc";
  default: break;
  }
  return "";
}

static void lossy_text(struct value_json *j, value v, const struct step *at, bool key, str text)
{
  const char *noun = key ? "a hash with " : "";
  if (v.kind != V_TYPE) {
    struct buf what = scratch(j);
    buf_printf(&what, "%s%s", noun, class_of(v));
    report(j, at, what.p, key ? " key" : " value", text);
    buf_free(&what);
    return;
  }
  struct buf what = scratch(j);
  const char *name = type_kind_label(v.type);
  buf_printf(&what, "%s%s %s-Type", noun, strchr("AEIOUY", name[0]) != NULL ? "an" : "a", name);
  report(j, at, what.p, key ? " key" : " value", text);
  buf_free(&what);
}

static void write_text(struct value_json *j, value v)
{
  struct buf out = BUF_HEAP;
  value_render(&out, v);
  json_str(j->writer, buf_view(&out));
  buf_free(&out);
}

/* "File[/x]", "Class[A::B]": as catalogs name resources; the title is not quoted. */
static bool write_reference(struct value_json *j, const struct type *t)
{
  if (t->kind != T_RESOURCE && t->kind != T_CLASS) return false;
  struct buf out = BUF_HEAP;
  if (t->kind == T_CLASS) {
    buf_z(&out, "Class");
    if (t->class.name != NULL) {
      buf_char(&out, '[');
      type_capitalize(&out, sym_str(t->class.name));
      buf_char(&out, ']');
    }
  } else {
    if (t->resource.type_name == NULL) buf_z(&out, "Resource");
    else type_capitalize(&out, sym_str(t->resource.type_name));
    if (t->resource.has_title) buf_printf(&out, "[%.*s]", STR_FMT(t->resource.title));
  }
  json_str(j->writer, buf_view(&out));
  buf_free(&out);
  return true;
}

static void begin_typed(struct json_writer *w, const char *name)
{
  json_begin_object(w);
  json_kstr(w, STR("__ptype"), str_of(name));
}

/* --- types as data --- */

static void write_type(struct json_writer *w, const struct type *t, uint32_t depth);

static void write_bounds(struct json_writer *w, struct type_range r)
{
  if (r.from != TYPE_MIN) json_kint(w, STR("from"), r.from);
  else if (r.to != TYPE_MAX) json_key(w, STR("from")), json_null(w);
  if (r.to != TYPE_MAX) json_kint(w, STR("to"), r.to);
}

static void write_size(struct json_writer *w, const char *key, struct type_range r)
{
  json_key(w, str_of(key));
  begin_typed(w, "Pcore::IntegerType");
  write_bounds(w, r);
  json_end_object(w);
}

static void write_number(struct json_writer *w, double f)
{
  struct buf out = BUF_HEAP;
  value_render_float(&out, f);
  if (isfinite(f)) json_raw(w, buf_view(&out));
  else json_str(w, buf_view(&out));
  buf_free(&out);
}

static void write_floats(struct json_writer *w, const struct type *t)
{
  if (!isinf(t->number.from)) json_key(w, STR("from")), write_number(w, t->number.from);
  else if (!isinf(t->number.to)) json_key(w, STR("from")), json_null(w);
  if (!isinf(t->number.to)) json_key(w, STR("to")), write_number(w, t->number.to);
}

static void write_list(struct json_writer *w, const char *key, struct type_list list, uint32_t depth)
{
  json_key(w, str_of(key));
  json_begin_array(w);
  for (uint32_t i = 0; i < list.n; i++) write_type(w, list.items[i], depth);
  json_end_array(w);
}

static void write_part(struct json_writer *w, const char *key, const struct type *t, uint32_t depth)
{
  json_key(w, str_of(key));
  if (t == NULL) json_null(w);
  else write_type(w, t, depth);
}

static void write_regexps(struct json_writer *w, const struct type *t)
{
  json_key(w, STR("patterns"));
  json_begin_array(w);
  for (uint32_t i = 0; i < t->pattern.n; i++) {
    begin_typed(w, "Pcore::RegexpType");
    json_kstr(w, STR("pattern"), t->pattern.items[i]->source);
    json_end_object(w);
  }
  json_end_array(w);
}

static void write_enum(struct json_writer *w, const struct type *t)
{
  json_key(w, STR("values"));
  json_begin_array(w);
  for (uint32_t i = 0; i < t->enumeration.n; i++) json_str(w, t->enumeration.values[i]);
  json_end_array(w);
  if (t->enumeration.ignore_case) json_kbool(w, STR("case_insensitive"), true);
}

static void write_literal(struct json_writer *w, str text)
{
  begin_typed(w, "Pcore::StringType");
  json_kstr(w, STR("size_type_or_value"), text);
  json_end_object(w);
}

static void write_fields(struct json_writer *w, const struct type *t, uint32_t depth)
{
  json_key(w, STR("elements"));
  json_begin_array(w);
  for (uint32_t i = 0; i < t->fields.n; i++) {
    const struct type_struct_entry *e = &t->fields.entries[i];
    begin_typed(w, "Pcore::StructElement");
    json_key(w, STR("key_type"));
    if (e->optional_key) begin_typed(w, "Pcore::OptionalType"), json_key(w, STR("type"));
    write_literal(w, e->key);
    if (e->optional_key) json_end_object(w);
    write_part(w, "value_type", e->value, depth);
    json_end_object(w);
  }
  json_end_array(w);
}

static void write_callable(struct json_writer *w, const struct type *t, uint32_t depth)
{
  json_key(w, STR("param_types"));
  if (t->callable.any) {
    json_null(w);
  } else {
    begin_typed(w, "Pcore::TupleType");
    write_list(w, "types", t->callable.params, depth);
    if (t->sized) write_size(w, "size_type", t->callable.size);
    json_end_object(w);
  }
  write_part(w, "block_type", t->callable.block, depth);
  write_part(w, "return_type", t->callable.result, depth);
}

static void write_resource(struct json_writer *w, const struct type *t)
{
  struct buf name = BUF_HEAP;
  if (t->resource.type_name == NULL) return;
  type_capitalize(&name, sym_str(t->resource.type_name));
  json_kstr(w, STR("type_name"), buf_view(&name));
  buf_free(&name);
  if (t->resource.has_title) json_kstr(w, STR("title"), t->resource.title);
}

static void write_type_parameters(struct json_writer *w, const struct type *t, uint32_t depth)
{
  switch ((enum type_kind)t->kind) {
  case T_INTEGER: write_bounds(w, t->range); break;
  case T_FLOAT: write_floats(w, t); break;
  case T_STRING:
    if (t->string.literal) json_kstr(w, STR("size_type_or_value"), t->string.text);
    else if (t->sized) write_size(w, "size_type_or_value", t->string.size);
    break;
  case T_ENUM: write_enum(w, t); break;
  case T_PATTERN: write_regexps(w, t); break;
  case T_REGEXP:
    if (t->pattern.n != 0) json_kstr(w, STR("pattern"), t->pattern.items[0]->source);
    break;
  case T_COLLECTION:
    if (t->sized) write_size(w, "size_type", t->range);
    break;
  case T_ARRAY:
    if (t->has_params) write_part(w, "element_type", t->array.element, depth);
    if (t->sized) write_size(w, "size_type", t->array.size);
    break;
  case T_HASH:
    if (t->has_params) {
      write_part(w, "key_type", t->hash.key, depth);
      write_part(w, "value_type", t->hash.value, depth);
    }
    if (t->sized) write_size(w, "size_type", t->hash.size);
    break;
  case T_TUPLE:
    write_list(w, "types", t->tuple.types, depth);
    if (t->tuple.explicit_size) write_size(w, "size_type", t->tuple.size);
    break;
  case T_STRUCT: write_fields(w, t, depth); break;
  case T_VARIANT: write_list(w, "types", t->variants, depth); break;
  case T_OPTIONAL:
  case T_NOT_UNDEF:
  case T_TYPE:
  case T_ITERABLE:
  case T_ITERATOR:
    if (t->inner != NULL) write_part(w, "type", t->inner, depth);
    break;
  case T_CALLABLE: write_callable(w, t, depth); break;
  case T_CLASS:
    if (t->class.name != NULL) json_kstr(w, STR("class_name"), sym_str(t->class.name));
    break;
  case T_RESOURCE: write_resource(w, t); break;
  case T_REFERENCE: json_kstr(w, STR("type_string"), t->reference.name); break;
  default: break;
  }
}

/* An alias is written as what it stands for; one that never ends is cut off as Any. */
static void write_type(struct json_writer *w, const struct type *t, uint32_t depth)
{
  t = type_resolved(t);
  if (++depth > 50) t = type_simple(T_ANY);
  struct buf name = BUF_HEAP;
  buf_printf(&name, "Pcore::%sType", type_kind_label(t));
  begin_typed(w, name.p);
  buf_free(&name);
  write_type_parameters(w, t, depth);
  json_end_object(w);
}

/* --- containers --- */

static void write_array(struct value_json *j, const struct array *a, const struct step *at, uint32_t depth)
{
  json_begin_array(j->writer);
  for (uint32_t i = 0; i < a->n; i++) {
    struct step here = {STR_EMPTY, i, true, at};
    write(j, a->items[i], &here, depth);
  }
  json_end_array(j->writer);
}

static bool is_plain_hash(const struct hash *h)
{
  for (uint32_t i = 0; i < h->n; i++) {
    value key = h->entries[i].key;
    if (key.kind != V_STRING || str_eq(value_text(key), STR("__ptype"))) return false;
  }
  return true;
}

static void write_rich_hash(struct value_json *j, const struct hash *h, const struct step *at, uint32_t depth)
{
  begin_typed(j->writer, "Hash");
  json_key(j->writer, STR("__pvalue"));
  json_begin_array(j->writer);
  for (uint32_t i = 0; i < h->n; i++) {
    write(j, h->entries[i].key, at, depth);
    write(j, h->entries[i].value, at, depth);
  }
  json_end_array(j->writer);
  json_end_object(j->writer);
}

static void write_hash(struct value_json *j, const struct hash *h, const struct step *at, uint32_t depth)
{
  if (j->rich && !is_plain_hash(h)) {
    write_rich_hash(j, h, at, depth);
    return;
  }
  json_begin_object(j->writer);
  for (uint32_t i = 0; i < h->n; i++) {
    const value name = h->entries[i].key;
    struct buf text = scratch(j);
    if (name.kind != V_STRING) {
      value_render(&text, name);
      lossy_text(j, name, at, true, buf_view(&text));
    }
    struct step here = {name.kind == V_STRING ? value_text(name) : buf_view(&text), 0, false, at};
    json_key(j->writer, here.key);
    write(j, h->entries[i].value, &here, depth);
    buf_free(&text);
  }
  json_end_object(j->writer);
}

static void write_odd(struct value_json *j, value v, const struct step *at)
{
  if (!j->rich) {
    struct buf text = scratch(j);
    value_render(&text, v);
    if (v.kind == V_DEFAULT) report(j, at, "the special value default", "", buf_view(&text));
    else lossy_text(j, v, at, false, buf_view(&text));
    buf_free(&text);
    write_text(j, v);
  } else if (v.kind == V_DEFAULT) {
    begin_typed(j->writer, "Default");
    json_end_object(j->writer);
  } else if (v.kind == V_REGEX) {
    begin_typed(j->writer, "Regexp");
    json_kstr(j->writer, STR("__pvalue"), v.regex->source);
    json_end_object(j->writer);
  } else if (v.kind == V_TYPE) {
    write_type(j->writer, v.type, 0);
  } else {
    write_text(j, v);
  }
}

static void write_sensitive(struct value_json *j, value v, const struct step *at, uint32_t depth)
{
  begin_typed(j->writer, "Sensitive");
  json_key(j->writer, STR("__pvalue"));
  write(j, *v.sensitive, at, depth);
  json_end_object(j->writer);
}

static void write(struct value_json *j, value v, const struct step *at, uint32_t depth)
{
  if (++depth > MAX_DEPTH) {
    json_str(j->writer, STR("..."));
    return;
  }
  if (j->max_bytes != 0 && j->writer->out->n > j->max_bytes) j->too_large(j->ctx);
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: json_null(j->writer); break;
  case V_BOOL: json_bool(j->writer, v.boolean); break;
  case V_INT: json_int(j->writer, v.integer); break;
  case V_FLOAT: write_number(j->writer, v.number); break;
  case V_STRING: json_str(j->writer, value_text(v)); break;
  case V_ARRAY: write_array(j, v.array, at, depth); break;
  case V_HASH: write_hash(j, v.hash, at, depth); break;
  case V_SENSITIVE: write_sensitive(j, v, at, depth); break;
  case V_TYPE:
    if (!write_reference(j, v.type)) write_odd(j, v, at);
    break;
  case V_DEFAULT:
  case V_REGEX:
  case V_CLOSURE:
  default: write_odd(j, v, at); break;
  }
}

void value_write_json(struct json_writer *w, value v, bool rich)
{
  struct value_json j = {.writer = w, .rich = rich};
  write(&j, v, NULL, 0);
}

void value_write_json_parameter(struct value_json *j, str name, value v)
{
  struct step here = {name, 0, false, NULL};
  write(j, v, &here, 0);
}

/* Reads YAML into values, from libyaml's events. Only the first document is read. Aliases share the value of their
 * anchor; the size of a document with its aliases is limited (MAX_NODES), because a few lines can expand to billions of
 * values. Merge keys (<<) work as in Psych. Other tags are ignored, since facts as Puppet caches them are tagged
 * !ruby/object:Puppet::Node::Facts; in the safe mode, classes that Psych's safe_load rejects are errors with its
 * messages. */
#include <assert.h>
#include <yaml.h>

#include "base/base64.h"
#include "base/map.h"
#include "base/stack.h"
#include "compiler/values/data_json.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/runtime.h"
#include "compiler/values/value.h"
#include "compiler/values/yaml_scalar.h"

enum { MAX_NODES = 5 * 1000 * 1000 };

/* A value with an anchor; `nodes` is its size with aliases counted in full; `open` while it is still being read. */
struct anchor {
  value v;
  uint64_t nodes;
  bool open;
};

struct reader {
  struct arena *arena;
  yaml_parser_t parser;
  yaml_event_t event;
  bool parser_made, event_made;
  uint64_t nodes; /* values so far, aliases counted in full */
  uint32_t depth;
  struct strmap anchors;
  bool safe;       /* as Puppet reads data: only plain values, messages with the name of the file */
  bool times;      /* safe: times are allowed, as strings */
  bool plain;      /* as YAML.load: messages about classes without the file; symbols are strings */
  bool no_aliases; /* aliases are rejected */
  str file;
  str error;
};

static void release(void *ptr)
{
  struct reader *r = ptr;
  if (r->event_made) yaml_event_delete(&r->event);
  if (r->parser_made) yaml_parser_delete(&r->parser);
  r->event_made = r->parser_made = false;
}

static bool fail_at(struct reader *r, yaml_mark_t mark, const char *what)
{
  if (r->error.n > 0) return false;
  const str file = r->safe ? arena_printf(r->arena, "(%.*s): ", STR_FMT(r->file)) : STR_EMPTY;
  r->error = arena_printf(r->arena, "%.*s%s at line %zu column %zu", STR_FMT(file), what, mark.line + 1,
                          mark.column + 1);
  return false;
}

/* --- what data must not contain --- */

static bool fail_class(struct reader *r, str class)
{
  const str file = r->plain ? STR_EMPTY : arena_printf(r->arena, "(%.*s): ", STR_FMT(r->file));
  r->error = arena_printf(r->arena, "%.*sTried to load unspecified class: %.*s", STR_FMT(file), STR_FMT(class));
  return false;
}

/* In the safe mode, rejects tags of Ruby classes with the name that Psych reports. */
static bool check_tag(struct reader *r, const yaml_char_t *tag)
{
  static const struct {
    const char *tag, *class;
  } known[] = {{"!ruby/regexp", "Regexp"}, {"!ruby/range", "Range"},   {"!ruby/object", "Object"},
               {"!ruby/class", "Class"},   {"!ruby/module", "Module"}, {"tag:yaml.org,2002:set", "Psych::Set"}};
  static const char *const named[] = {
    "!ruby/object:", "!ruby/struct:", "!ruby/exception:", "!ruby/hash:", "!ruby/array:", "!ruby/string:"};
  if (!r->safe || tag == NULL) return true;
  const str t = str_of((const char *)tag);
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
    if (str_starts(t, str_of(named[i]))) return fail_class(r, str_from(t, strlen(named[i])));
  }
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (str_eqz(t, known[i].tag)) return fail_class(r, str_of(known[i].class));
  }
  return true;
}

/* Psych converts such texts to Date and Time, which safe_load rejects. */
static bool check_time(struct reader *r, str text)
{
  const enum yaml_time time = r->safe ? yaml_time_of(text) : YAML_NO_TIME;
  if (time == YAML_DATE) return fail_class(r, STR("Date"));
  return time == YAML_NO_TIME || r->times || fail_class(r, STR("Time"));
}

/* A scalar with the tag of floats is one. */
static bool check_float(struct reader *r, value *v)
{
  if (v->kind == V_FLOAT) return true;
  if (v->kind == V_INT) {
    *v = value_float((double)v->integer);
    return true;
  }
  struct buf why = BUF_IN(r->arena);
  buf_z(&why, "invalid value for Float(): ");
  ruby_inspect(&why, *v);
  r->error = buf_view(&why);
  return false;
}

static bool next(struct reader *r)
{
  if (r->event_made) yaml_event_delete(&r->event);
  r->event_made = false;
  if (yaml_parser_parse(&r->parser, &r->event) != 0) {
    r->event_made = true;
    return true;
  }
  const char *problem = r->parser.problem != NULL ? r->parser.problem : "not enough memory";
  /* Psych reports where the construct began, libyaml where the problem is. */
  const yaml_mark_t mark = r->safe ? r->parser.context_mark : r->parser.problem_mark;
  if (r->parser.context == NULL) return fail_at(r, mark, problem);
  str text = arena_printf(r->arena, "%s %s", problem, r->parser.context);
  return fail_at(r, mark, text.p);
}

static bool count(struct reader *r, uint64_t nodes)
{
  r->nodes += nodes;
  if (r->nodes <= MAX_NODES) return true;
  return fail_at(r, r->event.start_mark, "the document is too large, or its aliases make it so");
}

static bool compose(struct reader *r, value *out);

static struct anchor *anchor_new(struct reader *r, const yaml_char_t *name)
{
  if (name == NULL) return NULL;
  struct anchor *anchor = ARENA_NEW(r->arena, struct anchor);
  anchor->open = true;
  strmap_put(&r->anchors, arena_str(r->arena, str_of((const char *)name)), anchor);
  return anchor;
}

static bool compose_alias(struct reader *r, value *out)
{
  const char *name = (const char *)r->event.data.alias.anchor;
  struct anchor *anchor = strmap_get(&r->anchors, str_of(name));
  if ((anchor == NULL && r->safe) || r->no_aliases) {
    r->error = arena_printf(r->arena, "Unknown alias: %s", name);
    return false;
  }
  if (anchor == NULL) {
    str text = arena_printf(r->arena, "unknown anchor '%s'", name);
    return fail_at(r, r->event.start_mark, text.p);
  }
  if (anchor->open) return fail_at(r, r->event.start_mark, "a value cannot contain itself");
  *out = anchor->v;
  return count(r, anchor->nodes);
}

static bool tag_is(const yaml_char_t *tag, const char *name)
{
  return tag != NULL && strcmp((const char *)tag, name) == 0;
}

static bool compose_scalar(struct reader *r, value *out)
{
  const yaml_event_t *e = &r->event;
  str text = arena_str(r->arena, str_n((const char *)e->data.scalar.value, e->data.scalar.length));
  const yaml_char_t *tag = e->data.scalar.tag;
  const bool binary = tag_is(tag, "tag:yaml.org,2002:binary") || tag_is(tag, "!binary");
  if (binary && !r->safe) return fail_at(r, e->start_mark, "not supported: binary data");
  if (!check_tag(r, tag)) return false;
  *out = value_str(binary ? base64_decode(r->arena, text) : text);
  if (binary) return true;
  /* Quotes make it a string unless a tag says otherwise: !!int "3"; Psych writes a symbol that needs quotes as
   * ! ':a b'. */
  bool plain = !e->data.scalar.quoted_implicit && !tag_is(tag, "tag:yaml.org,2002:str") && !tag_is(tag, "!str");
  bool too_big = false;
  bool is_symbol = tag != NULL && str_starts(str_of((const char *)tag), STR("!ruby/sym"));
  if (plain && !is_symbol && str_index(text, '\n', 0) == SIZE_MAX &&
      !yaml_scalar(r->arena, text, out, &is_symbol, &too_big)) {
    return fail_at(r, e->start_mark, "integer out of range");
  }
  if (is_symbol && r->safe && !r->plain) *out = value_runtime_symbol(r->arena, value_text(*out));
  if (tag_is(tag, "tag:yaml.org,2002:float") || tag_is(tag, "!float")) return check_float(r, out);
  return !plain || out->kind != V_STRING || check_time(r, text);
}

static bool compose_sequence(struct reader *r, value *out)
{
  struct valuevec items = {0};
  for (;;) {
    if (!next(r)) return false;
    if (r->event.type == YAML_SEQUENCE_END_EVENT) break;
    value item;
    if (!compose(r, &item)) return false;
    valuevec_push(&items, r->arena, item);
  }
  *out = valuevec_array(&items, r->arena);
  return true;
}

/* Merges the value of a << key: a mapping, or a list of mappings, which is merged from its end because its first
 * mapping has priority. False if the value is neither: it changes nothing, and << is an ordinary key. */
static bool merge(struct reader *r, struct hash *into, value v)
{
  if (v.kind == V_HASH) {
    hash_put_all(into, r->arena, v.hash);
    return true;
  }
  if (v.kind != V_ARRAY) return false;
  for (uint32_t i = v.array->n; i-- > 0;) {
    if (v.array->items[i].kind != V_HASH) return false;
  }
  for (uint32_t i = v.array->n; i-- > 0;) hash_put_all(into, r->arena, v.array->items[i].hash);
  return true;
}

static bool compose_mapping(struct reader *r, value *out)
{
  struct hash *h = hash_new(r->arena, 4);
  for (;;) {
    if (!next(r)) return false;
    if (r->event.type == YAML_MAPPING_END_EVENT) break;
    bool merge_key = r->event.type == YAML_SCALAR_EVENT && r->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
                     str_eqz(str_n((const char *)r->event.data.scalar.value, r->event.data.scalar.length), "<<");
    value key, item;
    if (!compose(r, &key) || !next(r) || !compose(r, &item)) return false;
    if (value_is_symbol(key)) key = value_str(key.runtime->text);
    if (!merge_key || !merge(r, h, item)) hash_put(h, r->arena, key, item);
  }
  *out = value_hash(h);
  return true;
}

/* Reads the value that begins with the current event. */
static bool compose(struct reader *r, value *out)
{
  *out = VALUE_UNDEF;
  if (r->event.type == YAML_ALIAS_EVENT) return compose_alias(r, out);
  if (r->depth >= NESTING_LEVELS || stack_low()) return fail_at(r, r->event.start_mark, "nesting too deep");
  uint64_t before = r->nodes;
  if (!count(r, 1)) return false;
  struct anchor *anchor = NULL;
  bool ok = false;
  r->depth++;
  switch (r->event.type) {
  case YAML_SCALAR_EVENT:
    anchor = anchor_new(r, r->event.data.scalar.anchor);
    ok = compose_scalar(r, out);
    break;
  case YAML_SEQUENCE_START_EVENT:
    anchor = anchor_new(r, r->event.data.sequence_start.anchor);
    ok = check_tag(r, r->event.data.sequence_start.tag) && compose_sequence(r, out);
    break;
  case YAML_MAPPING_START_EVENT:
    anchor = anchor_new(r, r->event.data.mapping_start.anchor);
    ok = check_tag(r, r->event.data.mapping_start.tag) && compose_mapping(r, out);
    break;
  default: fail_at(r, r->event.start_mark, "unexpected end of the document");
  }
  r->depth--;
  if (anchor != NULL) *anchor = (struct anchor){*out, r->nodes - before, false};
  return ok;
}

/* Reads up to the first document's value; a stream without documents is undef. */
static bool read_document(struct reader *r, value *out)
{
  for (;;) {
    if (!next(r)) return false;
    if (r->event.type == YAML_STREAM_END_EVENT) return true;
    if (r->event.type == YAML_DOCUMENT_START_EVENT) return next(r) && compose(r, out);
  }
}

static bool read_yaml(struct arena *a, str text, const struct reader *how, value *out, str *error)
{
  *out = VALUE_UNDEF;
  if (!data_fits(a, text, error)) return false;
  struct reader *r = ARENA_NEW(a, struct reader);
  *r = *how;
  r->arena = a;
  strmap_init(&r->anchors, a);
  arena_defer(a, release, r);
  r->parser_made = yaml_parser_initialize(&r->parser) != 0;
  if (!r->parser_made) {
    *error = STR("not enough memory");
    return false;
  }
  yaml_parser_set_input_string(&r->parser, (const unsigned char *)text.p, text.n);
  yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING); /* no file is read in another encoding */
  value v = VALUE_UNDEF;
  bool ok = read_document(r, &v);
  if (ok) *out = v;
  *error = r->error;
  release(r);
  return ok;
}

bool value_read_yaml(struct arena *a, str text, value *out, str *error)
{
  assert(out != NULL && error != NULL);
  return read_yaml(a, text, &(struct reader){.safe = false}, out, error);
}

bool value_read_yaml_safely(struct arena *a, str text, str file, value *out, str *error)
{
  assert(out != NULL && error != NULL);
  return read_yaml(a, text, &(struct reader){.safe = true, .file = file}, out, error);
}

bool value_read_yaml_state(struct arena *a, str text, str file, value *out, str *error)
{
  return read_yaml(a, text, &(struct reader){.safe = true, .times = true, .file = file}, out, error);
}

bool value_read_yaml_plainly(struct arena *a, str text, str file, bool aliases, value *out, str *error)
{
  return read_yaml(a, text, &(struct reader){.safe = true, .plain = true, .no_aliases = !aliases, .file = file}, out,
                   error);
}

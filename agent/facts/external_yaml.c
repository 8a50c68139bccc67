/* External facts in YAML. */
#include <string.h>
#include <yaml.h>

#include "agent/facts/external_yaml.h"
#include "base/arena.h"

/* Aliases can expand a small file to a huge or infinite tree. */
enum { NODE_LIMIT = 1000000, DEPTH_LIMIT = 500 };

struct yaml_walk {
  struct arena *arena;
  yaml_document_t *document;
  const char *error;
  size_t nodes;
  bool output;   /* the text is a program's output: no aliases, no dates */
  uint8_t *seen; /* nodes that were visited */
};

static bool fail(struct yaml_walk *w, const char *error)
{
  w->error = error;
  return false;
}

/* Converts a scalar to a fact without a key. */
static bool scalar(struct yaml_walk *w, const yaml_node_t *node, struct fact *out)
{
  str s = str_n((const char *)node->data.scalar.value, node->data.scalar.length);
  *out = (struct fact){.kind = FACT_STRING, .string = s};
  if (node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
    const char *wrong = facts__yaml_scalar(s, w->output, out);
    if (wrong) return fail(w, wrong);
  }
  return true;
}

static void put_scalar(struct arena *a, struct fact *parent, const char *key, const struct fact *f)
{
  switch (f->kind) {
  case FACT_BOOLEAN: fact_put_bool(a, parent, key, f->boolean); return;
  case FACT_INTEGER: fact_put_int(a, parent, key, f->integer); return;
  case FACT_FLOAT: fact_put_float(a, parent, key, f->real); return;
  case FACT_STRING: fact_put_str(a, parent, key, f->string); return;
  case FACT_NULL:
  case FACT_ARRAY:
  case FACT_HASH: fact_put(a, parent, key, FACT_NULL); return;
  }
}

/* Keys become text: "yes" without quotes is the key "true". */
static bool key_text(struct yaml_walk *w, const yaml_node_t *node, bool top, const char **key)
{
  struct fact f;
  struct buf text = BUF_IN(w->arena);
  if (node->type != YAML_SCALAR_NODE) return fail(w, "not supported: a key that is not a string");
  if (!scalar(w, node, &f)) return false;
  if (f.kind == FACT_STRING) buf_str(&text, f.string);
  else if (f.kind != FACT_NULL) {
    fact_print_json(&f, false, &text);
    text.n--; /* removes the line break */
  }
  *key = top ? facts__external_name(w->arena, buf_view(&text)) : arena_strz(w->arena, buf_view(&text));
  return true;
}

static bool put_node(struct yaml_walk *w, struct fact *parent, const char *key, int index, unsigned depth);

/* `<<: *other` and `<<: [*a, *b]` add the entries of other hashes. */
static bool is_merge(struct yaml_walk *w, const yaml_node_pair_t *p)
{
  const yaml_node_t *k = yaml_document_get_node(w->document, p->key);
  const yaml_node_t *v = yaml_document_get_node(w->document, p->value);
  return k->type == YAML_SCALAR_NODE && k->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && k->data.scalar.length == 2 &&
         memcmp(k->data.scalar.value, "<<", 2) == 0 && v->type == YAML_MAPPING_NODE;
}

static bool put_pairs(struct yaml_walk *w, struct fact *hash, const yaml_node_t *node, bool top, unsigned depth)
{
  if (depth > DEPTH_LIMIT) return fail(w, "it is nested too deeply");
  for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++) {
    const char *key;
    if (is_merge(w, p)) {
      if (++w->nodes > NODE_LIMIT) return fail(w, "it contains too many values");
      if (!put_pairs(w, hash, yaml_document_get_node(w->document, p->value), top, depth + 1)) return false;
    } else if (!key_text(w, yaml_document_get_node(w->document, p->key), top, &key) ||
               !put_node(w, hash, key, p->value, depth)) {
      return false;
    }
  }
  return true;
}

/* Whether the node is allowed here. */
static bool admitted(struct yaml_walk *w, const yaml_node_t *node, int index, unsigned depth)
{
  const char *tag = (const char *)node->tag;
  if (depth > DEPTH_LIMIT) return fail(w, "it is nested too deeply");
  if (++w->nodes > NODE_LIMIT) return fail(w, "it contains too many values");
  if (tag && strstr(tag, "ruby/"))
    return fail(w, arena_printf(w->arena, "Tried to load unspecified class: %s", strstr(tag, "ruby/") + 5).p);
  if (w->output && w->seen[index])
    return fail(w, "Alias parsing was not enabled. To enable it, pass `aliases: true` to `Psych::load` or "
                   "`Psych::safe_load`.");
  w->seen[index] = 1;
  return true;
}

static bool put_node(struct yaml_walk *w, struct fact *parent, const char *key, int index, unsigned depth)
{
  const yaml_node_t *node = yaml_document_get_node(w->document, index);
  struct fact f, *array;
  if (!admitted(w, node, index, depth)) return false;
  switch (node->type) {
  case YAML_MAPPING_NODE: return put_pairs(w, fact_put(w->arena, parent, key, FACT_HASH), node, false, depth + 1);
  case YAML_SEQUENCE_NODE:
    array = fact_put(w->arena, parent, key, FACT_ARRAY);
    for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++)
      if (!put_node(w, array, NULL, *i, depth + 1)) return false;
    return true;
  case YAML_SCALAR_NODE:
    if (!scalar(w, node, &f)) return false;
    put_scalar(w->arena, parent, key, &f);
    return true;
  case YAML_NO_NODE: break;
  }
  return fail(w, "an empty node");
}

/* In the form of Ruby's reader. */
static const char *syntax_error(struct arena *a, const yaml_parser_t *p)
{
  const char *context = p->context ? p->context : "";
  const yaml_mark_t *mark = p->context ? &p->context_mark : &p->problem_mark;
  return arena_printf(a, "(<unknown>): %s%s%s at line %zu column %zu", p->problem ? p->problem : "it is not YAML",
                      *context ? " " : "", context, mark->line + 1, mark->column + 1)
    .p;
}

static bool walk(struct yaml_walk *w, struct fact *out)
{
  const yaml_node_t *root = yaml_document_get_root_node(w->document);
  struct fact f;
  size_t count = (size_t)(w->document->nodes.top - w->document->nodes.start);
  if (!root) return fail(w, FACTS_NOTHING);
  w->seen = arena_alloc(w->arena, count + 1);
  memset(w->seen, 0, count + 1);
  if (root->type == YAML_MAPPING_NODE) return put_pairs(w, out, root, true, 0);
  if (root->type != YAML_SCALAR_NODE) return fail(w, "it does not contain a hash");
  if (!scalar(w, root, &f)) return false;
  return fail(w, f.kind == FACT_NULL                    ? FACTS_NOTHING
                 : f.kind == FACT_BOOLEAN && !f.boolean ? FACTS_FALSE
                                                        : "it does not contain a hash");
}

static const char *read_yaml(struct arena *a, str text, bool output, struct fact *out)
{
  yaml_parser_t parser;
  yaml_document_t document;
  struct yaml_walk w = {.arena = a, .document = &document, .output = output};
  if (!yaml_parser_initialize(&parser)) return "out of memory";
  yaml_parser_set_input_string(&parser, (const unsigned char *)text.p, text.n);
  if (yaml_parser_load(&parser, &document)) {
    walk(&w, out);
    yaml_document_delete(&document);
  } else {
    w.error = syntax_error(a, &parser);
  }
  yaml_parser_delete(&parser);
  return w.error;
}

const char *facts__external_yaml(struct arena *a, str text, struct fact *out) { return read_yaml(a, text, false, out); }

const char *facts__external_output(struct arena *a, str text, struct fact *out)
{
  struct fact *hash = fact_new(a, FACT_HASH);
  str trimmed = str_trim(text);
  if (read_yaml(a, trimmed, true, hash) != NULL) return facts__external_txt(a, trimmed, out);
  for (const struct fact *f = hash->first; f; f = f->next) fact_copy(a, out, f->key, f);
  return NULL;
}

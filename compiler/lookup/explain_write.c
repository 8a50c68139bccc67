/* The tree of an explanation as text and as data. Text, indentation and keys are those of `puppet lookup --explain`, in
 * its text and in its hash. */
#include "base/deadline.h"
#include "compiler/lookup/internal.h"

static void indent(struct buf *out, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) buf_char(out, ' ');
}

static void write_value(struct buf *out, value v, uint32_t at, uint32_t depth)
{
  const bool hash = v.kind == V_HASH;
  const uint32_t n = hash ? v.hash->n : v.kind == V_ARRAY ? v.array->n : 0;
  nesting_step(depth);
  if (!hash && v.kind != V_ARRAY) {
    ruby_inspect(out, v);
    return;
  }
  buf_char(out, hash ? '{' : '[');
  for (uint32_t i = 0; i < n; i++) {
    buf_z(out, i == 0 ? "\n" : ",\n");
    indent(out, at + 2);
    if (hash) {
      write_value(out, v.hash->entries[i].key, at + 2, depth + 1);
      buf_z(out, " => ");
    }
    write_value(out, hash ? v.hash->entries[i].value : v.array->items[i], at + 2, depth + 1);
  }
  if (n > 0) {
    buf_char(out, '\n');
    indent(out, at);
  }
  buf_char(out, hash ? '}' : ']');
}

static void write_texts(struct buf *out, const struct explain_node *node, uint32_t at)
{
  for (const struct explain_line *l = node->texts; l != NULL; l = l->next) {
    indent(out, at);
    buf_str(out, l->text);
    buf_char(out, '\n');
  }
}

static void write_outcome(struct buf *out, const struct explain_node *node, uint32_t at)
{
  if (node->event == EVENT_NOT_FOUND) {
    indent(out, at);
    buf_printf(out, "No such key: \"%.*s\"\n", STR_FMT(node->key));
  } else if (node->event >= EVENT_FOUND && node->event <= EVENT_FOUND_IN_DEFAULTS) {
    indent(out, at);
    buf_printf(out, "Found key: \"%.*s\" value: ", STR_FMT(node->key));
    write_value(out, node->v, at, 0);
    if (node->event == EVENT_FOUND_IN_OVERRIDES) buf_z(out, " in overrides");
    if (node->event == EVENT_FOUND_IN_DEFAULTS) buf_z(out, " in defaults");
    buf_char(out, '\n');
  }
  write_texts(out, node, at);
}

static void write_node(struct buf *out, const struct explain_node *node, uint32_t at, uint32_t depth);

static void write_branches(struct buf *out, const struct explain_node *node, uint32_t at, uint32_t depth)
{
  nesting_step(depth);
  for (const struct explain_node *n = node->first; n != NULL; n = n->next) write_node(out, n, at, depth + 1);
}

/* The options of a merge without `strategy`, which is shown separately; NULL: none. */
static const struct hash *merge_options(struct arena *a, const struct merge *m)
{
  if (m->options == NULL) return NULL;
  struct hash *h = hash_new(a, m->options->n);
  for (uint32_t i = 0; i < m->options->n; i++) {
    const struct hash_entry *e = &m->options->entries[i];
    if (e->key.kind != V_STRING || !str_eqz(value_text(e->key), "strategy")) hash_put(h, a, e->key, e->value);
  }
  return h->n > 0 ? h : NULL;
}

/* A merge of one value is shown as that value. */
static void write_merge(struct buf *out, const struct explain_node *node, uint32_t at, uint32_t depth)
{
  if (node->n == 1) write_node(out, node->first, at, depth + 1);
  if (node->n < 2) return;
  indent(out, at);
  buf_printf(out, "Merge strategy %s\n", merge_name(node->merge));
  const struct hash *options = merge_options(out->arena, node->merge);
  if (options != NULL) {
    indent(out, at + 2);
    buf_z(out, "Options: ");
    write_value(out, value_hash(options), at + 2, 0);
    buf_char(out, '\n');
  }
  write_branches(out, node, at + 2, depth);
  if (node->event != EVENT_RESULT) return;
  indent(out, at + 2);
  buf_z(out, "Merged result: ");
  write_value(out, node->v, at + 2, 0);
  buf_char(out, '\n');
}

static void write_module(struct buf *out, const struct explain_node *node, uint32_t at)
{
  indent(out, at);
  if (node->event == EVENT_MODULE_NOT_FOUND) buf_printf(out, "Module \"%.*s\" not found\n", STR_FMT(node->name));
  else buf_printf(out, "Module data provider for module \"%.*s\" not found\n", STR_FMT(node->name));
}

static void write_location(struct buf *out, const struct explain_node *node, uint32_t at, uint32_t depth)
{
  const bool uri = node->kind == EXPLAIN_URI;
  buf_printf(out, "%s \"%.*s\"\n", uri ? "URI" : "Path", STR_FMT(node->name));
  indent(out, at + 2);
  buf_printf(out, "Original %s: \"%.*s\"\n", uri ? "uri" : "path", STR_FMT(node->original));
  write_branches(out, node, at + 2, depth);
  if (node->event == EVENT_LOCATION_NOT_FOUND) {
    indent(out, at + 2);
    buf_printf(out, "%s not found\n", uri ? "URI" : "Path");
  }
  write_outcome(out, node, at + 2);
}

static void write_provider(struct buf *out, const struct explain_node *node, uint32_t at, uint32_t depth)
{
  const struct provider *p = node->provider;
  str name = p != NULL ? provider_name(out->arena, p) : node->name;
  buf_printf(out, "%.*s\n", STR_FMT(name));
  if (p != NULL && p->config != NULL && p->config->path.n > 0) {
    indent(out, at + 2);
    buf_printf(out, "Using configuration \"%.*s\"\n", STR_FMT(p->config->path));
  }
  write_branches(out, node, at + 2, depth);
  write_outcome(out, node, at + 2);
}

static void write_step(struct buf *out, const struct explain_node *node, uint32_t at, uint32_t depth, const char *form,
                       bool outcome)
{
  indent(out, at);
  buf_printf(out, form, STR_FMT(node->name));
  write_branches(out, node, at + 2, depth);
  if (outcome) write_outcome(out, node, at + 2);
}

/* `at`: the indentation, which grows by two for each level. */
static void write_node(struct buf *out, const struct explain_node *node, uint32_t at, uint32_t depth)
{
  switch (node->kind) {
  case EXPLAIN_META:
  case EXPLAIN_DATA: write_step(out, node, at, depth, "Searching for \"%.*s\"\n", false); break;
  case EXPLAIN_INVALID_KEY: write_step(out, node, at, depth, "Invalid key \"%.*s\"\n", false); break;
  case EXPLAIN_MERGE_SOURCE: write_step(out, node, at, depth, "Using merge options from \"%.*s\" hash\n", false); break;
  case EXPLAIN_INTERPOLATE: write_step(out, node, at, depth, "Interpolation on \"%.*s\"\n", false); break;
  case EXPLAIN_SUB_LOOKUP: write_step(out, node, at, depth, "Sub key: \"%.*s\"\n", true); break;
  case EXPLAIN_SCOPE: write_step(out, node, at, depth, "%.*s\n", true); break;
  case EXPLAIN_SEGMENT: write_outcome(out, node, at); break;
  case EXPLAIN_MODULE: write_module(out, node, at); break;
  case EXPLAIN_MERGE: write_merge(out, node, at, depth); break;
  case EXPLAIN_PATH:
  case EXPLAIN_URI:
    indent(out, at);
    write_location(out, node, at, depth);
    break;
  case EXPLAIN_PROVIDER:
  case EXPLAIN_ENTRY:
    indent(out, at);
    write_provider(out, node, at, depth);
    break;
  case EXPLAIN_ROOT: break;
  }
}

void explain_write(const struct explain *e, struct buf *out)
{
  struct buf text = BUF_IN(e->arena);
  write_branches(&text, &e->root, 0, 0);
  write_texts(&text, &e->root, 0);
  buf_str(out, buf_view(&text));
}

/* --- as data --- */

static void put(struct arena *a, struct hash *h, const char *key, value v) { hash_put_str(h, a, str_of(key), v); }

/* Puppet's names, in the order of enum explain_event and enum explain_kind. */
static const char *const event_names[] = {NULL,
                                          "found",
                                          "found_in_overrides",
                                          "found_in_defaults",
                                          "result",
                                          "not_found",
                                          "location_not_found",
                                          "module_not_found",
                                          "module_provider_not_found"};
static const char *const kind_names[] = {"root",   "root",        "root",    "invalid_key",   "merge_source",
                                         "module", "interpolate", "merge",   "data_provider", "data_provider",
                                         "path",   "uri",         "sub_key", "segment",       "scope"};

static void put_more(struct arena *a, struct hash *h, const struct explain_node *node)
{
  const struct provider *p = node->provider;
  switch (node->kind) {
  case EXPLAIN_INTERPOLATE: put(a, h, "expression", value_str(node->name)); break;
  case EXPLAIN_MERGE:
    put(a, h, "merge", value_str(str_of(merge_name(node->merge))));
    if (merge_options(a, node->merge) != NULL) put(a, h, "options", value_hash(merge_options(a, node->merge)));
    break;
  case EXPLAIN_ENTRY:
  case EXPLAIN_SCOPE: put(a, h, "name", value_str(node->name)); break;
  case EXPLAIN_PROVIDER:
    put(a, h, "name", value_str(provider_name(a, p)));
    if (p->config != NULL && p->config->path.n > 0) put(a, h, "configuration_path", value_str(p->config->path));
    if (p->layer == LAYER_MODULE) put(a, h, "module", value_str(p->module_name));
    break;
  case EXPLAIN_PATH:
  case EXPLAIN_URI:
    put(a, h, node->kind == EXPLAIN_PATH ? "original_path" : "original_uri", value_str(node->original));
    put(a, h, node->kind == EXPLAIN_PATH ? "path" : "uri", value_str(node->name));
    break;
  default: break;
  }
}

static value node_value(struct arena *a, const struct explain_node *node, uint32_t depth);

static void put_branches(struct arena *a, struct hash *h, const struct explain_node *node, uint32_t depth)
{
  struct valuevec all = {0};
  for (const struct explain_node *n = node->first; n != NULL; n = n->next)
    valuevec_push(&all, a, node_value(a, n, depth));
  if (all.n > 0) put(a, h, "branches", valuevec_array(&all, a));
}

static value node_value(struct arena *a, const struct explain_node *node, uint32_t depth)
{
  if (node->kind == EXPLAIN_MERGE && node->n == 1) return node_value(a, node->first, depth + 1);
  struct hash *h = hash_new(a, 8);
  if (node->kind == EXPLAIN_MERGE_SOURCE) {
    put(a, h, "type", value_str(STR("merge_source")));
    put(a, h, "merge_source", value_str(node->name));
    return value_hash(h);
  }
  nesting_step(depth);
  put_branches(a, h, node, depth + 1);
  const bool own_key = node->kind == EXPLAIN_META || node->kind == EXPLAIN_DATA || node->kind == EXPLAIN_INVALID_KEY;
  if (own_key || node->key.p != NULL) put(a, h, "key", value_str(own_key ? node->name : node->key));
  if (node->event >= EVENT_FOUND && node->event <= EVENT_RESULT) put(a, h, "value", node->v);
  if (node->event != EVENT_NONE) put(a, h, "event", value_str(str_of(event_names[node->event])));
  if (node->texts != NULL) {
    struct valuevec all = {0};
    for (const struct explain_line *l = node->texts; l != NULL; l = l->next) valuevec_push(&all, a, value_str(l->text));
    put(a, h, "texts", valuevec_array(&all, a));
  }
  put(a, h, "type", value_str(str_of(kind_names[node->kind])));
  put_more(a, h, node);
  return value_hash(h);
}

value explain_value(const struct explain *e)
{
  if (e->root.n == 1) return node_value(e->arena, e->root.first, 0);
  struct hash *h = hash_new(e->arena, 2);
  put_branches(e->arena, h, &e->root, 0);
  return value_hash(h);
}

#include "indirector/puppetdb/terminus.h"

#include <stdlib.h>

#include "base/http.h"
#include "base/json_write.h"
#include "compiler/catalog/collector.h"
#include "compiler/types/value_json.h"
#include "indirector/core/internal.h"
#include "indirector/wire/wire_internal.h"

/* --- saving --- */

static struct wire_sender sender_of(struct ind_request *r, const struct puppetdb_conf *conf)
{
  struct wire_sender s = ind_sender(r);
  s.trusted = r->trusted;
  s.unchanged_resources = conf->include_unchanged;
  s.without_edges = !conf->catalog_edges;
  return s;
}

static enum ind_result submit(struct ind_request *r, struct puppetdb *p, bool made, const struct wire_command *c)
{
  return made && puppetdb_submit(p, r->arena, c, NULL, &r->error) ? IND_OK : IND_FAILED;
}

value puppetdb_handed_over(const struct ind_request *r)
{
  value v = VALUE_UNDEF;
  str why;
  const str text = r->instance->handed_over;
  if (text.n > 0 && str_find(text, STR("\"exported\":true"), 0) != SIZE_MAX) value_read_json(r->arena, text, &v, &why);
  return v;
}

static enum ind_result save(struct ind_request *r)
{
  struct wire_command c;
  struct puppetdb *p = puppetdb_of(r->in, &r->error);
  if (p == NULL) return IND_FAILED;
  const struct wire_sender s = sender_of(r, puppetdb_conf_of(p));
  struct ind_object o = *r->instance;
  if (r->indirection == IND_NODE) return IND_OK;
  if (ind_data(r, &o) == IND_FAILED) return IND_FAILED;
  if (r->indirection == IND_FACTS) return submit(r, p, wire_facts(&s, o.data, &c, &r->error), &c);
  if (r->indirection == IND_CATALOG)
    return submit(r, p, wire_catalog(&s, o.data, puppetdb_handed_over(r), &c, &r->error), &c);
  return ind_fail(r, "The terminus puppetdb of the indirection %s cannot save", indirection_name(r->indirection));
}

enum ind_result puppetdb_report(struct ind_request *r, value report)
{
  struct wire_command c;
  struct puppetdb *p = puppetdb_of(r->in, &r->error);
  if (p == NULL) return IND_FAILED;
  const struct wire_sender s = sender_of(r, puppetdb_conf_of(p));
  return submit(r, p, wire_report(&s, report, &c, &r->error), &c);
}

static enum ind_result destroy(struct ind_request *r)
{
  struct wire_command c;
  struct puppetdb *p = puppetdb_of(r->in, &r->error);
  if (p == NULL) return IND_FAILED;
  if (r->indirection != IND_NODE) {
    return ind_fail(r, "The terminus puppetdb of the indirection %s cannot destroy", indirection_name(r->indirection));
  }
  const struct wire_sender s = sender_of(r, puppetdb_conf_of(p));
  wire_deactivate(&s, r->key, &c);
  return puppetdb_submit(p, r->arena, &c, &r->result.json, &r->error) ? IND_OK : IND_FAILED;
}

/* --- finding --- */

static enum ind_result find_facts(struct ind_request *r, struct puppetdb *p)
{
  struct buf path = BUF_IN(r->arena);
  value rows;
  str from;
  buf_z(&path, "/pdb/query/v4/nodes/");
  http_escape(&path, r->key, "");
  buf_z(&path, "/facts");
  const enum ind_result found = puppetdb_query(p, r->arena, buf_view(&path), STR_EMPTY, &rows, &from, &r->error);
  if (found == IND_FAILED) return ind_fail(r, "Failed to find facts from PuppetDB at  %.*s", STR_FMT(r->error));
  if (found == IND_NOTHING) return IND_NOTHING;
  struct hash *values = hash_new(r->arena, rows.kind == V_ARRAY ? rows.array->n : 0), *facts = hash_new(r->arena, 2);
  for (uint32_t i = 0; rows.kind == V_ARRAY && i < rows.array->n; i++) {
    const value name = value_member(rows.array->items[i], "name");
    if (name.kind == V_STRING) hash_put(values, r->arena, name, value_member(rows.array->items[i], "value"));
  }
  wire_put(facts, r->arena, "name", value_str(r->key));
  wire_put(facts, r->arena, "values", value_hash(values));
  r->result = (struct ind_object){.data = value_hash(facts)};
  return IND_OK;
}

/* Nodes and catalogs are never found, so that they are built again. */
static enum ind_result find(struct ind_request *r)
{
  if (r->indirection != IND_FACTS) return IND_NOTHING;
  struct puppetdb *p = puppetdb_of(r->in, &r->error);
  return p != NULL ? find_facts(r, p) : IND_FAILED;
}

/* --- exported resources --- */

static void write_equal(struct json_writer *w, const char *field, str parameter, value v)
{
  json_begin_array(w);
  json_str(w, STR("="));
  if (parameter.n > 0) {
    json_begin_array(w);
    json_str(w, STR("parameter"));
    json_str(w, parameter);
    json_end_array(w);
  } else {
    json_str(w, str_of(field));
  }
  value_write_json(w, v, JSON_PLAIN);
  json_end_array(w);
}

static void begin(struct json_writer *w, const char *word)
{
  json_begin_array(w);
  json_str(w, str_of(word));
}

static void write_comparison(struct json_writer *w, const struct query *q)
{
  const str name = sym_str(q->name);
  if (str_eqz(name, "title")) write_equal(w, "title", STR_EMPTY, q->value);
  else write_equal(w, NULL, name, q->value);
}

static void write_tags(struct json_writer *w, const struct query *q)
{
  if (q->ntags != 1) begin(w, "or");
  for (uint32_t i = 0; i < q->ntags; i++) write_equal(w, "tag", STR_EMPTY, value_str(q->tags[i]->text));
  if (q->ntags != 1) json_end_array(w);
}

/* Writes constant conditions as tests of `exported`, which is true for all results. */
static void write_query(struct json_writer *w, const struct query *q)
{
  switch (q->op) {
  case QUERY_AND:
  case QUERY_OR:
    begin(w, q->op == QUERY_AND ? "and" : "or");
    write_query(w, q->left);
    write_query(w, q->right);
    json_end_array(w);
    return;
  case QUERY_EQUAL: write_comparison(w, q); return;
  case QUERY_NOT_EQUAL:
    begin(w, "not");
    write_comparison(w, q);
    json_end_array(w);
    return;
  case QUERY_TAG:
    if (q->ntags > 0) write_tags(w, q);
    else write_equal(w, "exported", STR_EMPTY, value_bool(false));
    return;
  case QUERY_NEVER:
  case QUERY_ALWAYS: write_equal(w, "exported", STR_EMPTY, value_bool(q->op == QUERY_ALWAYS)); return;
  }
}

/* The query for exported resources of a type from other nodes than `host`, as JSON. */
static str puppetdb_collector_query(struct arena *a, str rtype, str host, const struct query *filter)
{
  struct buf out = BUF_IN(a);
  struct json_writer w;
  json_init(&w, &out, false);
  begin(&w, "and");
  write_equal(&w, "type", STR_EMPTY, value_str(rtype));
  write_equal(&w, "exported", STR_EMPTY, value_bool(true));
  begin(&w, "not");
  write_equal(&w, "certname", STR_EMPTY, value_str(host));
  json_end_array(&w);
  if (filter != NULL) write_query(&w, filter);
  json_end_array(&w);
  return buf_view(&out);
}

static int by_node_and_title(const void *x, const void *y)
{
  const struct ind_object *const *a = x, *const *b = y;
  const int nodes = str_cmp(value_member_text((*a)->data, "certname"), value_member_text((*b)->data, "certname"));
  return nodes != 0 ? nodes : str_cmp(value_member_text((*a)->data, "title"), value_member_text((*b)->data, "title"));
}

enum ind_result puppetdb_take_resources(struct ind_request *r, value rows)
{
  if (rows.kind != V_ARRAY) return ind_fail(r, "The answer of PuppetDB is not a list of resources");
  for (uint32_t i = 0; i < rows.array->n; i++) {
    const value row = rows.array->items[i], parameters = value_member(row, "parameters");
    struct ind_object *o = ARENA_NEW(r->arena, struct ind_object);
    struct hash *h = hash_new(r->arena, 4);
    o->data = row;
    if (value_member_text(o->data, "certname").n == 0 || value_member(row, "title").kind != V_STRING) {
      return ind_fail(r, "The answer of PuppetDB has a resource without a node, or without a title");
    }
    wire_put(h, r->arena, "certname", value_member(row, "certname"));
    wire_put(h, r->arena, "type", value_str(r->key));
    wire_put(h, r->arena, "title", value_member(row, "title"));
    wire_put(h, r->arena, "parameters", parameters.kind == V_HASH ? parameters : value_hash(&hash_empty));
    o->data = value_hash(h);
    ptrvec_push(&r->results, r->arena, o);
  }
  if (r->results.n > 0) qsort(r->results.items, r->results.n, sizeof *r->results.items, by_node_and_title);
  return IND_OK;
}

static enum ind_result search(struct ind_request *r)
{
  struct buf path = BUF_IN(r->arena);
  value rows;
  str from;
  if (r->indirection != IND_RESOURCE) {
    return ind_fail(r, "The terminus puppetdb of the indirection %s cannot search", indirection_name(r->indirection));
  }
  struct puppetdb *p = puppetdb_of(r->in, &r->error);
  if (p == NULL) return IND_FAILED;
  buf_z(&path, "/pdb/query/v4/resources?query=");
  http_escape(&path, puppetdb_collector_query(r->arena, r->key, r->host, r->filter), "");
  if (puppetdb_query(p, r->arena, buf_view(&path), STR_EMPTY, &rows, &from, &r->error) == IND_OK) {
    return puppetdb_take_resources(r, rows);
  }
  return ind_fail(r, "Could not retrieve resources from the PuppetDB at %.*s: %.*s", STR_FMT(from), STR_FMT(r->error));
}

const struct terminus terminus_puppetdb = {"puppetdb", find, search, save, destroy};

/* --- puppetdb_apply --- */

static enum ind_result save_once(struct ind_request *r)
{
  if (r->in->facts_sent) return IND_OK;
  r->in->facts_sent = true;
  return save(r);
}

static enum ind_result find_nothing(struct ind_request *r)
{
  (void)r;
  return IND_NOTHING;
}

const struct terminus terminus_puppetdb_apply = {"puppetdb_apply", find_nothing, search, save_once, destroy};

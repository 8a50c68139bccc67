/* The terminus store_configs: hands everything to the backend that storeconfigs_backend names. */
#include <stdint.h>

#include "base/json_write.h"
#include "indirector/internal.h"
#include "indirector/store.h"

static enum ind_result open_store(struct ind_request *r)
{
  struct indirector *in = r->in;
  if (in->store != NULL) return IND_OK;
  const str backend = settings_str(in->settings, SETTING_storeconfigs_backend);
  if (!str_eqz(backend, "sqlite")) {
    return ind_fail(r, "not supported: the setting storeconfigs_backend '%.*s'; what is there is 'sqlite'",
                    STR_FMT(backend));
  }
  in->store = store_open(in->arena, settings_str(in->settings, SETTING_storeconfigs_database), &r->error);
  return in->store != NULL ? IND_OK : IND_FAILED;
}

static bool is_exported(value resource)
{
  const value v = ind_field(resource, "exported");
  return v.kind == V_BOOL && v.boolean;
}

static enum ind_result save_catalog(struct ind_request *r)
{
  struct ind_object o = *r->instance;
  const bool whole = o.json.n > 0;
  /* Most catalogs export nothing; those need not be read. */
  const bool any = !whole || str_find(o.json, STR("\"exported\":true"), 0) != SIZE_MAX;
  if (any && ind_data(r, &o) == IND_FAILED) return IND_FAILED;
  struct valuevec exported = {0};
  const value resources = ind_field(o.data, "resources"), environment = ind_field(o.data, "environment");
  for (uint32_t i = 0; resources.kind == V_ARRAY && i < resources.array->n; i++) {
    if (is_exported(resources.array->items[i])) valuevec_push(&exported, r->arena, resources.array->items[i]);
  }
  struct buf text = BUF_IN(r->arena);
  if (!whole) {
    struct json_writer w;
    json_init(&w, &text, false);
    value_write_json(&w, o.data, true);
  }
  const value list = valuevec_array(&exported, r->arena);
  const str named = environment.kind == V_STRING ? value_text(environment) : r->environment;
  const str json = whole ? o.json : buf_view(&text);
  return store_replace_catalog(r->in->store, r->arena, r->key, named, json, list.array, &r->error)
             ? IND_OK
             : IND_FAILED;
}

static enum ind_result save_facts(struct ind_request *r)
{
  struct buf text = BUF_IN(r->arena);
  struct json_writer w;
  json_init(&w, &text, false);
  value_write_json(&w, r->instance->data, true);
  return store_replace_facts(r->in->store, r->arena, r->key, buf_view(&text), &r->error) ? IND_OK
                                                                                         : IND_FAILED;
}

static enum ind_result store_save(struct ind_request *r)
{
  if (open_store(r) == IND_FAILED) return IND_FAILED;
  if (r->indirection == IND_CATALOG) return save_catalog(r);
  if (r->indirection == IND_FACTS) return save_facts(r);
  return ind_fail(r, "The terminus store_configs of the indirection %s cannot save",
                  indirection_name(r->indirection));
}

static enum ind_result store_find(struct ind_request *r)
{
  bool found = false, ok = true;
  if (open_store(r) == IND_FAILED) return IND_FAILED;
  if (r->indirection == IND_CATALOG) {
    ok = store_find_catalog(r->in->store, r->arena, r->key, &found, &r->result.json, &r->error);
  } else if (r->indirection == IND_FACTS) {
    ok = store_find_facts(r->in->store, r->arena, r->key, &found, &r->result.json, &r->error);
  }
  if (!ok) return IND_FAILED;
  if (!found) return IND_NOTHING;
  r->result.data = VALUE_UNDEF;
  return ind_data(r, &r->result);
}

/* Destroying a node is deactivating it. */
static enum ind_result store_destroy(struct ind_request *r)
{
  bool found;
  if (open_store(r) == IND_FAILED) return IND_FAILED;
  if (!store_deactivate(r->in->store, r->arena, r->key, &found, &r->error)) return IND_FAILED;
  return found ? IND_OK : IND_NOTHING;
}

static enum ind_result no_search(struct ind_request *r, const char *what)
{
  return ind_fail(r, "The terminus store_configs of the indirection %s cannot search", what);
}

static enum ind_result store_search_resources(struct ind_request *r)
{
  struct exported_resource *found;
  uint32_t n;
  if (r->indirection != IND_RESOURCE) return no_search(r, indirection_name(r->indirection));
  if (open_store(r) == IND_FAILED) return IND_FAILED;
  if (!store_search(r->in->store, r->arena, r->key, r->host, r->filter, &found, &n, &r->error))
    return IND_FAILED;
  for (uint32_t i = 0; i < n; i++) {
    struct ind_object *o = ARENA_NEW(r->arena, struct ind_object);
    struct hash *h = hash_new(r->arena, 4);
    hash_put_str(h, r->arena, STR("certname"), value_str(found[i].certname));
    hash_put_str(h, r->arena, STR("type"), value_str(found[i].type));
    hash_put_str(h, r->arena, STR("title"), value_str(found[i].title));
    hash_put_str(h, r->arena, STR("parameters"), value_hash(found[i].parameters));
    o->data = value_hash(h);
    ptrvec_push(&r->results, r->arena, o);
  }
  return IND_OK;
}

const struct terminus terminus_store_configs = {"store_configs", store_find, store_search_resources,
                                                store_save, store_destroy};

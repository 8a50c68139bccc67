/* The terminus store_configs: passes requests to the backend that storeconfigs_backend names. */
#include "indirector/internal.h"
#include "indirector/puppetdb/terminus.h"
#include "indirector/store/store.h"

static bool is_puppetdb(const struct indirector *in)
{
  return str_eqz(settings_str(in->settings, SETTING_storeconfigs_backend), "puppetdb");
}

bool ind_uses_store(const struct indirector *in)
{
  return str_eqz(settings_str(in->settings, SETTING_storeconfigs_backend), "sqlite");
}

enum ind_result ind_open_store(struct ind_request *r)
{
  struct indirector *in = r->in;
  if (in->store != NULL) return IND_OK;
  const str backend = settings_str(in->settings, SETTING_storeconfigs_backend);
  if (!ind_uses_store(in)) {
    return ind_fail(r, "not supported: the setting storeconfigs_backend '%.*s'; supported are 'puppetdb' and 'sqlite'",
                    STR_FMT(backend));
  }
  in->store = store_open(in->arena, settings_str(in->settings, SETTING_storeconfigs_database), &r->error);
  return in->store != NULL ? IND_OK : IND_FAILED;
}

static enum ind_result put(struct ind_request *r, const struct wire_command *c)
{
  const enum store_result done = store_command(r->in->store, r->arena, c->kind, wire_version(c->kind), c->payload,
                                               &r->error);
  return done == STORE_INVALID || done == STORE_FAILED ? IND_FAILED : IND_OK;
}

static enum ind_result save_catalog(struct ind_request *r)
{
  struct ind_object o = *r->instance;
  struct wire_command c;
  const struct wire_sender sender = ind_sender(r);
  if (ind_data(r, &o) == IND_FAILED) return IND_FAILED;
  return wire_catalog(&sender, o.data, puppetdb_handed_over(r), &c, &r->error) ? put(r, &c) : IND_FAILED;
}

static enum ind_result save_facts(struct ind_request *r)
{
  const struct wire_sender sender = ind_sender(r);
  struct wire_command c;
  return wire_facts(&sender, r->instance->data, &c, &r->error) ? put(r, &c) : IND_FAILED;
}

enum ind_result ind_collect_store(struct ind_request *r)
{
  struct settings *settings = r->in->settings;
  const struct store_limits limits = {settings_int(settings, SETTING_node_ttl),
                                      settings_int(settings, SETTING_node_purge_ttl),
                                      settings_int(settings, SETTING_report_ttl)};
  enum { INTERVAL = 3600 };
  if (store_collect(r->in->store, r->arena, &limits, INTERVAL, &r->error)) return IND_OK;
  ind_log(r->in, CLOG_WARNING, r->error); /* the object itself has been saved */
  return IND_OK;
}

enum ind_result store_save_report(struct ind_request *r, value report)
{
  const struct wire_sender sender = ind_sender(r);
  struct wire_command c;
  if (ind_open_store(r) == IND_FAILED || !wire_report(&sender, report, &c, &r->error) || put(r, &c) == IND_FAILED)
    return IND_FAILED;
  return ind_collect_store(r);
}

static enum ind_result store_save(struct ind_request *r)
{
  if (is_puppetdb(r->in)) return terminus_puppetdb.save(r);
  if (ind_open_store(r) == IND_FAILED) return IND_FAILED;
  if (r->indirection == IND_CATALOG) return save_catalog(r) == IND_OK ? ind_collect_store(r) : IND_FAILED;
  if (r->indirection == IND_FACTS) return save_facts(r);
  return ind_fail(r, "The terminus store_configs of the indirection %s cannot save", indirection_name(r->indirection));
}

/* Never finds a catalog, like PuppetDB's terminus, so that it is compiled again. */
static enum ind_result store_find(struct ind_request *r)
{
  const struct hash *values;
  str timestamp;
  bool found = false;
  if (is_puppetdb(r->in)) return terminus_puppetdb.find(r);
  if (r->indirection != IND_FACTS) return IND_NOTHING;
  if (ind_open_store(r) == IND_FAILED) return IND_FAILED;
  if (!store_find_facts(r->in->store, r->arena, r->key, &found, &values, &timestamp, &r->error)) return IND_FAILED;
  if (!found) return IND_NOTHING;
  struct hash *own = hash_new(r->arena, values->n), *h = hash_new(r->arena, 3);
  for (uint32_t i = 0; i < values->n; i++) {
    const str name = value_text(values->entries[i].key);
    if (!str_eqz(name, "trusted")) hash_put_str(own, r->arena, name, values->entries[i].value);
  }
  hash_put_str(h, r->arena, STR("name"), value_str(r->key));
  hash_put_str(h, r->arena, STR("values"), value_hash(own));
  hash_put_str(h, r->arena, STR("timestamp"), value_str(timestamp));
  r->result.data = value_hash(h);
  return IND_OK;
}

/* Destroying a node deactivates it. */
static enum ind_result store_destroy(struct ind_request *r)
{
  bool found;
  if (is_puppetdb(r->in)) return terminus_puppetdb.destroy(r);
  if (ind_open_store(r) == IND_FAILED) return IND_FAILED;
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
  if (is_puppetdb(r->in)) return terminus_puppetdb.search(r);
  if (r->indirection != IND_RESOURCE) return no_search(r, indirection_name(r->indirection));
  if (ind_open_store(r) == IND_FAILED) return IND_FAILED;
  if (!store_search(r->in->store, r->arena, r->key, r->host, r->filter, &found, &n, &r->error)) return IND_FAILED;
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

const struct terminus terminus_store_configs = {"store_configs", store_find, store_search_resources, store_save,
                                                store_destroy};

/* Sends PuppetDB queries to the backend of storeconfigs. */
#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/internal.h"
#include "indirector/puppetdb/client.h"
#include "indirector/query/pdb.h"

static bool ask_puppetdb(struct indirector *in, struct arena *a, value query, value *out, str *error)
{
  struct puppetdb *p = puppetdb_of(in, error);
  struct buf body = BUF_IN(a);
  struct json_writer w;
  str from;
  if (p == NULL) return false;
  json_init(&w, &body, false);
  json_begin_object(&w);
  json_key(&w, STR("query"));
  value_write_json(&w, query, JSON_PLAIN);
  json_end_object(&w);
  return puppetdb_query(p, a, STR("/pdb/query/v4"), buf_view(&body), out, &from, error) == IND_OK;
}

bool indirector_query(struct indirector *in, struct arena *a, value query, value *out, str *error)
{
  const str backend = settings_str(in->settings, SETTING_storeconfigs_backend);
  if (str_eqz(backend, "puppetdb")) return ask_puppetdb(in, a, query, out, error);
  if (str_eqz(backend, "sqlite")) {
    struct ind_request r = {.in = in, .arena = a};
    if (ind_open_store(&r) == IND_OK) {
      return store_query(in->store, a, query, settings_int(in->settings, SETTING_query_time_limit), out, error);
    }
    *error = r.error;
    return false;
  }
  *error = arena_printf(a, "not supported: queries with the setting storeconfigs_backend '%.*s'", STR_FMT(backend));
  return false;
}

bool indirector_purge(struct indirector *in, struct arena *a, str certname, bool *found, str *error)
{
  struct ind_request r = {.in = in, .arena = a};
  *found = false;
  if (!ind_uses_store(in)) return true;
  if (ind_open_store(&r) == IND_OK) return store_purge(in->store, a, certname, found, error);
  *error = r.error;
  return false;
}

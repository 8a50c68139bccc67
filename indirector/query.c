/* Queries of PuppetDB's, to the backend of storeconfigs. */
#include "base/json_write.h"
#include "indirector/internal.h"
#include "indirector/puppetdb/client.h"

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
  value_write_json(&w, query, false);
  json_end_object(&w);
  return puppetdb_query(p, a, STR("/pdb/query/v4"), buf_view(&body), out, &from, error) == IND_OK;
}

bool indirector_query(struct indirector *in, struct arena *a, value query, value *out, str *error)
{
  const str backend = settings_str(in->settings, SETTING_storeconfigs_backend);
  if (str_eqz(backend, "puppetdb")) return ask_puppetdb(in, a, query, out, error);
  *error = arena_printf(a, "not supported: queries with the setting storeconfigs_backend '%.*s'", STR_FMT(backend));
  return false;
}

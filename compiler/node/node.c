/* Facts files and trusted data of a node: converts them to the hashes behind $facts, $trusted and $server_facts. */
#include "compiler/node/node.h"

#include <assert.h>
#include <stdint.h>

/* Returns the facts: those below `values` if the file is in Puppet's form, which has the node's name and `values`;
 * otherwise the whole hash. `values` alone is a fact. */
static const struct hash *values_of(const struct hash *all)
{
  const value *values = hash_get_str(all, STR("values"));
  const value *name = hash_get_str(all, STR("name"));
  if (values != NULL && values->kind == V_HASH && name != NULL && name->kind == V_STRING) return values->hash;
  return all;
}

/* Reads the hash of facts from a text in YAML (`json` false) or JSON; either a flat hash or the form in which Puppet
 * stores facts, with the facts below `values`. On failure returns false with a message without the file's name. */
static bool node_parse_facts(struct arena *a, str text, bool json, const struct hash **facts, str *error)
{
  assert(facts != NULL && error != NULL);
  value all;
  if (!(json ? value_read_json(a, text, &all, error) : value_read_yaml(a, text, &all, error))) return false;
  /* An empty file has no facts. */
  if (all.kind == V_UNDEF || (all.kind == V_BOOL && !all.boolean)) {
    *facts = &hash_empty;
    return true;
  }
  if (all.kind != V_HASH) {
    *error = STR("The facts are not a hash");
    return false;
  }
  for (uint32_t i = 0; i < all.hash->n; i++) {
    if (all.hash->entries[i].key.kind == V_STRING) continue;
    *error = STR("The name of a fact is not a string");
    return false;
  }
  *facts = values_of(all.hash);
  return true;
}

bool node_read_facts(struct arena *a, const struct host *host, str path, const struct hash **facts, str *error)
{
  str text, why;
  if (!host->read_file(host->ctx, a, path, &text, &why)) {
    *error = arena_printf(a, "Could not read the facts in %.*s: %.*s", STR_FMT(path), STR_FMT(why));
    return false;
  }
  if (node_parse_facts(a, text, str_ends(path, STR(".json")), facts, &why)) return true;
  *error = arena_printf(a, "Could not read the facts in %.*s: %.*s", STR_FMT(path), STR_FMT(why));
  return false;
}

static void put_known(struct hash *h, struct arena *a, const char *name, str v)
{
  if (v.n > 0) hash_put_str(h, a, str_of(name), value_str(v));
}

const struct hash *node_trusted(struct arena *a, const struct node_identity *who)
{
  struct hash *h = hash_new(a, 8);
  const str name = who->certname;
  /* Hostname and domain are the two parts of the certname, as in Puppet. */
  const size_t dot = str_index(name, '.', 0);
  hash_put_str(h, a, STR("authenticated"),
               who->authenticated.n > 0 ? value_str(who->authenticated) : value_bool(false));
  hash_put_str(h, a, STR("certname"), name.n > 0 ? value_str(name) : VALUE_UNDEF);
  hash_put_str(h, a, STR("extensions"), value_hash(who->extensions != NULL ? who->extensions : &hash_empty));
  hash_put_str(h, a, STR("hostname"), name.n > 0 ? value_str(str_sub(name, 0, dot)) : VALUE_UNDEF);
  hash_put_str(h, a, STR("domain"), dot == SIZE_MAX ? VALUE_UNDEF : value_str(str_from(name, dot + 1)));
  hash_put_str(h, a, STR("external"), value_hash(who->external != NULL ? who->external : &hash_empty));
  return h;
}

void node_make(struct arena *a, str name, const struct hash *facts, const struct node_identity *who, str environment,
               const struct server_identity *server, struct node_data *out)
{
  assert(facts != NULL && who != NULL && server != NULL && out != NULL);
  struct hash *server_facts = hash_new(a, 8);
  put_known(server_facts, a, "serverversion", server->version);
  put_known(server_facts, a, "servername", server->name);
  put_known(server_facts, a, "serverip", server->ip);
  put_known(server_facts, a, "serverip6", server->ip6);
  put_known(server_facts, a, "environment", environment);
  *out = (struct node_data){.name = name,
                            .facts = facts,
                            .parameters = &hash_empty,
                            .trusted = node_trusted(a, who),
                            .server_facts = server_facts,
                            .classes = VALUE_UNDEF};
}

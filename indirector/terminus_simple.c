/* Simple termini: memory, facts of this host, the compiler; and those of Puppet that are not supported. */
#include "indirector/internal.h"
#include "indirector/node.h"

/* --- memory --- */

static enum ind_result memory_find(struct ind_request *r)
{
  const struct ind_object *o = strmap_get(&r->in->memory[r->indirection], r->key);
  if (o != NULL) r->result = *o;
  return o != NULL ? IND_OK : IND_NOTHING;
}

/* The key is a part of the names to find. */
static enum ind_result memory_search(struct ind_request *r)
{
  const struct strmap *all = &r->in->memory[r->indirection];
  for (uint32_t i = 0; i < all->n; i++) {
    const struct strmap_entry *e = &all->entries[i];
    if (!e->removed && str_find(e->key, r->key, 0) != SIZE_MAX) ptrvec_push(&r->results, r->arena, e->value);
  }
  return IND_OK;
}

/* Objects must live as long as the indirector, so the request's arena must be the indirector's or outlive it. */
static enum ind_result memory_save(struct ind_request *r)
{
  struct ind_object *kept = ARENA_NEW(r->in->arena, struct ind_object);
  *kept = *r->instance;
  strmap_put(&r->in->memory[r->indirection], arena_str(r->in->arena, r->key), kept);
  return IND_OK;
}

static enum ind_result memory_destroy(struct ind_request *r)
{
  if (strmap_remove(&r->in->memory[r->indirection], r->key)) return IND_OK;
  return ind_fail(r, "Could not find %.*s to destroy", STR_FMT(r->key));
}

const struct terminus terminus_memory = {"memory", memory_find, memory_search, memory_save, memory_destroy};

/* --- facter: the facts of this host, whatever name is requested --- */

static enum ind_result facter_find(struct ind_request *r)
{
  const struct ind_hooks *hooks = &r->in->hooks;
  if (hooks->host_facts == NULL) return ind_not_supported(r, "facts of this host in this program");
  r->result = facts_object(r->arena, r->key, hooks->host_facts(hooks->ctx, r->arena));
  return IND_OK;
}

static enum ind_result facter_save(struct ind_request *r)
{
  return ind_fail(r, "You cannot save facts to the code store; it is only used for getting facts from Facter");
}

static enum ind_result facter_destroy(struct ind_request *r)
{
  return ind_fail(r, "You cannot destroy facts in the code store; it is only used for getting facts from Facter");
}

const struct terminus terminus_facter = {"facter", facter_find, NULL, facter_save, facter_destroy};

/* --- compiler --- */

static enum ind_result compiler_find(struct ind_request *r)
{
  const struct ind_hooks *hooks = &r->in->hooks;
  if (hooks->compile == NULL) return ind_not_supported(r, "compiling in this program");
  return hooks->compile(hooks->ctx, r);
}

const struct terminus terminus_compiler = {"compiler", compiler_find, NULL, NULL, NULL};

/* --- not supported --- */

static enum ind_result no_rest(struct ind_request *r) { return ind_not_supported(r, "the terminus rest"); }
static enum ind_result no_msgpack(struct ind_request *r) { return ind_not_supported(r, "the terminus msgpack"); }
static enum ind_result no_ral(struct ind_request *r) { return ind_not_supported(r, "the terminus ral"); }
static enum ind_result no_device(struct ind_request *r) { return ind_not_supported(r, "the terminus network_device"); }

const struct terminus terminus_rest = {"rest", no_rest, no_rest, no_rest, no_rest};
const struct terminus terminus_msgpack = {"msgpack", no_msgpack, no_msgpack, no_msgpack, no_msgpack};
const struct terminus terminus_ral = {"ral", no_ral, no_ral, no_ral, no_ral};
const struct terminus terminus_network_device = {"network_device", no_device, no_device, no_device, no_device};

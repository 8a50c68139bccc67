/* The sender of PuppetDB's commands. */
#include <stdint.h>

#include "base/clock.h"
#include "compiler/environment/environment.h"
#include "compiler/restypes/restype.h"
#include "indirector/core/internal.h"

/* Trusted data of a node of which only the name is known here. */
static const struct hash *trusted_of(struct arena *a, str certname)
{
  const size_t dot = str_index(certname, '.', 0);
  const str domain = dot == SIZE_MAX ? STR_EMPTY : str_from(certname, dot + 1);
  struct hash *h = hash_new(a, 6);
  hash_put_str(h, a, STR("authenticated"), value_str(STR("remote")));
  hash_put_str(h, a, STR("certname"), value_str(certname));
  hash_put_str(h, a, STR("extensions"), value_hash(&hash_empty));
  hash_put_str(h, a, STR("hostname"), value_str(dot == SIZE_MAX ? certname : str_sub(certname, 0, dot)));
  hash_put_str(h, a, STR("domain"), domain.n > 0 ? value_str(domain) : VALUE_UNDEF);
  hash_put_str(h, a, STR("external"), value_hash(&hash_empty));
  return h;
}

/* Finds types of modules that the compilation has loaded. */
static bool type_of_module(void *ctx, str name, struct wire_type *out)
{
  const struct environment *environment = ctx;
  const struct restype *t = ptrmap_get(&environment->restypes.found, sym_intern(name));
  if (t != NULL) *out = (struct wire_type){sym_str(t->namevar), t->nkeys > 1, t->not_isomorphic};
  return t != NULL;
}

struct wire_sender ind_sender(struct ind_request *r)
{
  struct wire_sender s = {.arena = r->arena,
                          .producer = arena_str(r->arena, settings_str(r->in->settings, SETTING_node_name_value)),
                          .environment = r->environment,
                          .transaction_uuid = r->transaction_uuid,
                          .job_id = r->job_id,
                          .trusted = r->trusted != NULL ? r->trusted : trusted_of(r->arena, r->key),
                          .type = r->compiled != NULL ? type_of_module : NULL,
                          .ctx = (void *)r->compiled};
  s.now = clock_time(CLOCK_REALTIME);
  return s;
}

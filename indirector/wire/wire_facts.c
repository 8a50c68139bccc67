/* replace facts, and deactivate node. */
#include "indirector/wire/wire_internal.h"

/* Trusted data of a run without a server. */
static value local_trusted(struct arena *a)
{
  struct hash *h = hash_new(a, 6);
  wire_put(h, a, "authenticated", value_str(STR("local")));
  wire_put(h, a, "certname", VALUE_UNDEF);
  wire_put(h, a, "extensions", value_hash(&hash_empty));
  wire_put(h, a, "hostname", VALUE_UNDEF);
  wire_put(h, a, "domain", VALUE_UNDEF);
  wire_put(h, a, "external", value_hash(&hash_empty));
  return value_hash(h);
}

bool wire_facts(const struct wire_sender *s, value facts, struct wire_command *out, str *error)
{
  struct arena *a = s->arena;
  const value name = value_member(facts, "name"), given = value_member(facts, "values");
  if (name.kind != V_STRING || given.kind != V_HASH) {
    *error = STR("The facts have no name, or no values");
    return false;
  }
  /* A copy, since trusted data belongs to the command only, and the inventory to another key. The values are shared. */
  struct hash *values = hash_new(a, given.hash->n + 1), *h = hash_new(a, 6);
  value inventory = VALUE_UNDEF;
  uint32_t secrets = 0;
  *error = STR_EMPTY;
  for (uint32_t i = 0; i < given.hash->n; i++) {
    const struct hash_entry *e = &given.hash->entries[i];
    if (e->key.kind == V_STRING && str_eqz(value_text(e->key), "_puppet_inventory_1")) inventory = e->value;
    else hash_put(values, a, e->key, wire_plain(a, e->value, &secrets, error));
  }
  if (error->n > 0) return false;
  wire_put(values, a, "trusted", s->trusted != NULL ? value_hash(s->trusted) : local_trusted(a));
  wire_put(h, a, "certname", name);
  wire_put(h, a, "values", value_hash(values));
  wire_put(h, a, "environment", value_str(s->environment));
  wire_put(h, a, "producer_timestamp", value_str(wire_time(a, s->now)));
  wire_put(h, a, "producer", wire_text_or_null(s->producer));
  if (inventory.kind != V_UNDEF) wire_put(h, a, "package_inventory", value_member(inventory, "packages"));
  *out = (struct wire_command){WIRE_REPLACE_FACTS, value_text(name), wire_time_utc(a, s->now), value_hash(h)};
  return true;
}

void wire_deactivate(const struct wire_sender *s, str certname, struct wire_command *out)
{
  struct hash *h = hash_new(s->arena, 2);
  wire_put(h, s->arena, "certname", value_str(certname));
  wire_put(h, s->arena, "producer_timestamp", value_str(wire_time(s->arena, s->now)));
  *out = (struct wire_command){WIRE_DEACTIVATE_NODE, certname, wire_time_utc(s->arena, s->now), value_hash(h)};
}

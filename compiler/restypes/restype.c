#include "compiler/restypes/restype.h"

#include <string.h>

#include "base/map.h"
#include "compiler/restypes/schemas.h"

static const char *const metaparameter_names[] = {"noop",   "schedule", "audit",   "loglevel",
                                                  "alias",  "tag",      "require", "subscribe",
                                                  "before", "notify",   "stage"};
enum { METAPARAMETERS = sizeof metaparameter_names / sizeof *metaparameter_names };
enum { FIRST_RELATIONSHIP = 6, LAST_RELATIONSHIP = 9 };

/* Symbols live as long as the process, and so do these tables: made at the first question. */
static const symbol *metaparameters[METAPARAMETERS + 1];
static uint64_t meta_bits, relationship_bits;      /* of the names' ids: a name without its bit is none of them */
static const symbol *name_symbol;
static struct arena *tables;
static struct ptrmap types;                /* symbol -> struct known_type * */

/* Names of attributes are met early: mostly a bit tells. */
enum { EARLY_IDS = 2048 };

/* What restype_find gives out is the first member. */
struct known_type {
  struct restype type;
  uint64_t early[EARLY_IDS / 64];          /* bits of the attributes whose ids are below EARLY_IDS */
  struct ptrmap attributes;                /* symbol -> type */
  const symbol *namevar;
  const symbol *keys[RESTYPE_MAX_KEYS];
};

static void add_attribute(struct known_type *k, const symbol *name)
{
  ptrmap_put(&k->attributes, name, k);
  if (name->id < EARLY_IDS) k->early[name->id / 64] |= (uint64_t)1 << (name->id & 63);
}

static struct known_type *known_new(const struct restype *t)
{
  struct known_type *k = ARENA_NEW(tables, struct known_type);
  k->type = *t;
  ptrmap_init(&k->attributes, tables);
  for (const char *const *a = t->attributes; *a != NULL; a++) add_attribute(k, sym_z(*a));
  for (int i = 0; i < METAPARAMETERS; i++) add_attribute(k, metaparameters[i]);
  add_attribute(k, name_symbol);
  for (int i = 0; i < RESTYPE_MAX_KEYS && t->keys[i] != NULL; i++) k->keys[i] = sym_z(t->keys[i]);
  k->namevar = t->keys[1] == NULL ? sym_z(t->keys[0]) : name_symbol;
  return k;
}

static uint64_t id_bit(const symbol *name) { return (uint64_t)1 << (name->id & 63); }

static void load_tables(void)
{
  if (tables != NULL) return;
  tables = arena_new();
  ptrmap_init(&types, tables);
  name_symbol = sym_z("name");
  for (int i = 0; i < METAPARAMETERS; i++) {
    metaparameters[i] = sym_z(metaparameter_names[i]);
    meta_bits |= id_bit(metaparameters[i]);
  }
  for (int i = FIRST_RELATIONSHIP; i <= LAST_RELATIONSHIP; i++) {
    relationship_bits |= id_bit(metaparameters[i]);
  }
  for (const struct restype *const *t = restype_schemas; *t != NULL; t++) {
    ptrmap_put(&types, sym_z((*t)->name), known_new(*t));
  }
}

static struct known_type *known(const symbol *name)
{
  load_tables();
  return ptrmap_get(&types, name);
}

const struct restype *restype_find(const symbol *name)
{
  const struct known_type *k = known(name);
  return k != NULL ? &k->type : NULL;
}

const struct restype *const *restype_all(void)
{
  return restype_schemas;
}

bool restype_is_metaparameter(const symbol *name)
{
  load_tables();
  if ((meta_bits & id_bit(name)) == 0) return false;
  for (int i = 0; i < METAPARAMETERS; i++) {
    if (metaparameters[i] == name) return true;
  }
  return false;
}

bool restype_is_relationship(const symbol *name)
{
  load_tables();
  if ((relationship_bits & id_bit(name)) == 0) return false;
  for (int i = FIRST_RELATIONSHIP; i <= LAST_RELATIONSHIP; i++) {
    if (metaparameters[i] == name) return true;
  }
  return false;
}

const symbol *const *restype_metaparameters(void)
{
  load_tables();
  return metaparameters;
}

bool restype_has_attribute(const struct restype *t, const symbol *name)
{
  const struct known_type *k = (const struct known_type *)t;
  if (name->id < EARLY_IDS) return (k->early[name->id / 64] >> (name->id & 63) & 1) != 0;
  return ptrmap_find(&k->attributes, name) != NULL;
}

const symbol *restype_namevar(const struct restype *t)
{
  return ((const struct known_type *)t)->namevar;
}

const symbol *const *restype_keys(const struct restype *t)
{
  return ((const struct known_type *)t)->keys;
}

/* Attributes of resource types: Puppet's own from schemas.def, and those of modules. Attribute names are
 * interned, so that a check is a search by pointer. */
#include "compiler/restypes/restype.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/restypes/schemas.h"

static const char *const metaparameter_names[] = {"noop",    "schedule",  "audit",  "loglevel", "alias", "tag",
                                                  "require", "subscribe", "before", "notify",   "stage"};
enum { METAPARAMETERS = sizeof metaparameter_names / sizeof *metaparameter_names };
/* Indexes in the table above, whose order is that of Puppet. */
enum { FIRST_RELATIONSHIP = 6, LAST_RELATIONSHIP = 9 };

/* Made at the first use. Symbols and these tables live as long as the process. */
static const symbol *metaparameters[METAPARAMETERS + 1];
static uint64_t meta_bits, relationship_bits; /* of the names' ids: a name without its bit is not one of them */
static const symbol *name_symbol;
static struct arena *tables;
static struct ptrmap types; /* symbol -> struct restype * */
static const struct restype **all_types;

/* --- Puppet's own --- */

/* Returns the symbols of the words of a text. */
static const symbol **symbols_of(const char *words, uint32_t *n)
{
  const size_t length = strlen(words);
  const symbol **out = arena_array(tables, length / 2 + 1, sizeof *out);
  *n = 0;
  for (size_t at = 0, end; at < length; at = end + 1) {
    end = at + strcspn(words + at, " ");
    out[(*n)++] = sym_intern(str_n(words + at, end - at));
  }
  return out;
}

static const struct restype *from_schema(const struct restype_schema *s)
{
  struct restype *t = restype_new(tables, sym_z(s->name), RESTYPE_NATIVE);
  uint32_t n;
  t->module = s->module != NULL ? str_of(s->module) : STR_EMPTY;
  const symbol **names = symbols_of(s->attributes, &n);
  restype_set_attributes(tables, t, names, n);
  names = symbols_of(s->keys, &n);
  restype_set_keys(tables, t, names, n);
  t->not_isomorphic = s->not_isomorphic;
  t->split_title = s->split_title;
  t->plain_title = s->split_title == NULL;
  return t;
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
  for (int i = FIRST_RELATIONSHIP; i <= LAST_RELATIONSHIP; i++) relationship_bits |= id_bit(metaparameters[i]);
  all_types = arena_array(tables, restype_nschemas + 1, sizeof *all_types);
  for (size_t i = 0; i < restype_nschemas; i++) {
    all_types[i] = from_schema(&restype_schemas[i]);
    ptrmap_put(&types, all_types[i]->name, (void *)all_types[i]);
  }
}

const struct restype *restype_find(const symbol *name)
{
  load_tables();
  return ptrmap_get(&types, name);
}

const struct restype *const *restype_all(void)
{
  load_tables();
  return all_types;
}

/* --- metaparameters --- */

bool restype_is_metaparameter(const symbol *name)
{
  load_tables();
  if ((meta_bits & id_bit(name)) == 0) return false;
  for (int i = 0; i < METAPARAMETERS; i++) {
    if (metaparameters[i] == name) return true;
  }
  return false;
}

uint64_t restype_relationship_mask(void)
{
  load_tables();
  return relationship_bits;
}

bool restype_is_relationship(const symbol *name)
{
  assert_hot(name != NULL);
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

/* --- making types --- */

static void accept(struct restype *t, const symbol *name)
{
  ptrmap_put(&t->attribute_set, name, t);
  if (name->id < RESTYPE_EARLY_IDS) t->early[name->id / 64] |= (uint64_t)1 << (name->id & 63);
}

struct restype *restype_new(struct arena *a, const symbol *name, enum restype_origin origin)
{
  load_tables();
  struct restype *t = ARENA_NEW(a, struct restype);
  t->name = name;
  t->origin = origin;
  t->module = t->file = STR_EMPTY;
  t->plain_title = true;
  ptrmap_init(&t->attribute_set, a);
  for (int i = 0; i < METAPARAMETERS; i++) accept(t, metaparameters[i]);
  /* Puppet accepts `name` for every type in Ruby; for a generated type only the listed attributes. */
  if (origin != RESTYPE_STATIC) accept(t, name_symbol);
  return t;
}

static const symbol **copy_names(struct arena *a, const symbol *const *names, uint32_t n)
{
  const symbol **out = arena_array(a, (size_t)n + 1, sizeof *out);
  for (uint32_t i = 0; i < n; i++) out[i] = names[i];
  return out;
}

void restype_set_attributes(struct arena *a, struct restype *t, const symbol *const *names, uint32_t n)
{
  t->attributes = copy_names(a, names, n);
  t->nattributes = n;
  for (uint32_t i = 0; i < n; i++) accept(t, names[i]);
}

static int by_text(const void *a, const void *b)
{
  return strcmp((*(const symbol *const *)a)->text, (*(const symbol *const *)b)->text);
}

void restype_set_keys(struct arena *a, struct restype *t, const symbol *const *names, uint32_t n)
{
  const symbol **keys = copy_names(a, names, n);
  if (n > 1) qsort(keys, n, sizeof *keys, by_text);
  t->keys = keys;
  t->nkeys = n;
  t->namevar = n == 1 ? keys[0] : name_symbol;
}

void restype_set_patterns(struct restype *t, const struct title_pattern *patterns, uint32_t n)
{
  /* Puppet's pattern for types that do not split titles: the whole title is the namevar. */
  static const char whole[] = "(?m-ix:(.*))";
  t->patterns = patterns;
  t->npatterns = n;
  t->plain_title = n > 0 && t->nkeys == 1 && patterns[0].n == 1 && patterns[0].names[0] == t->namevar &&
                   str_eqz(patterns[0].regex->source, whole);
}

bool restype_has_attribute(const struct restype *t, const symbol *name)
{
  assert_hot(t != NULL && name != NULL);
  if (name->id < RESTYPE_EARLY_IDS) return (t->early[name->id / 64] >> (name->id & 63) & 1) != 0;
  return ptrmap_find(&t->attribute_set, name) != NULL;
}

/* --- titles --- */

static void take_groups(const struct title_pattern *p, struct arena *a, str title, const struct regex_match *m,
                        struct title_parts *out)
{
  out->items = arena_array(a, (size_t)p->n + 1, sizeof *out->items);
  out->n = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    /* A name that occurs twice in a pattern gets the last group. */
    struct title_part *part = NULL;
    for (uint32_t k = 0; k < out->n; k++) {
      if (out->items[k].name == p->names[i]) part = &out->items[k];
    }
    if (part == NULL) part = &out->items[out->n++];
    const bool there = (int)i + 1 < m->n && m->at[i + 1].begin >= 0;
    *part = (struct title_part){p->names[i], VALUE_UNDEF};
    if (!there) continue;
    const size_t begin = (size_t)m->at[i + 1].begin;
    part->value = value_str(str_sub(title, begin, (size_t)m->at[i + 1].end - begin));
  }
}

enum title_split restype_split_title(const struct restype *t, struct arena *a, str title, struct title_parts *out)
{
  if (t->title_in_ruby) return TITLE_IN_RUBY;
  if (t->plain_title || t->split_title != NULL) {
    out->items = t->nkeys < FEW_TITLE_PARTS ? out->few : arena_array(a, (size_t)t->nkeys + 1, sizeof *out->items);
    out->n = 0;
    if (t->split_title != NULL) return t->split_title(t, title, out) ? TITLE_SPLIT : TITLE_FITS_NONE;
    out->items[out->n++] = (struct title_part){t->namevar, value_str(title)};
    return TITLE_SPLIT;
  }
  for (uint32_t i = 0; i < t->npatterns; i++) {
    struct regex_match m;
    const enum regex_result found = regex_search(t->patterns[i].regex, title, 0, &m);
    if (found == REGEX_LIMIT) return TITLE_TAKES_TOO_LONG;
    if (found == REGEX_NO_MATCH) continue;
    take_groups(&t->patterns[i], a, title, &m, out);
    return TITLE_SPLIT;
  }
  return TITLE_FITS_NONE;
}

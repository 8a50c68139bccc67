/* Where the values of a catalog came from: kept only on request (compile_settings.provenance), so
 * that other compilations pay a comparison with NULL. */
#ifndef FICELLE_CATALOG_PROVENANCE_H
#define FICELLE_CATALOG_PROVENANCE_H

#include "compiler/catalog/catalog.h"

/* Each kind with the text that describes it. */
/* clang-format off */
#define PARAMETER_ORIGINS(X) \
  X(GIVEN, "attribute", "attribute") \
  X(DEFINITION, "parameter_default", "default of the parameter") \
  X(DEFAULT, "resource_default", "resource default") \
  X(OVERRIDE, "override", "override") \
  X(COLLECTOR, "collector", "override of a collector") \
  X(ARROW, "arrow", "arrow") \
  X(DATA, "data", "data") \
  X(CLASSIFIER, "classifier", "classifier") \
  X(CONTAINER, "container", "from its container") \
  X(REQUIRE, "require", "function require") \
  X(STAGE, "stage", "stage of its container")
/* clang-format on */
enum parameter_origin {
#define X(name, word, text) ORIGIN_##name,
  PARAMETER_ORIGINS(X)
#undef X
    ORIGIN_COUNT
};
extern const char *const parameter_origin_words[ORIGIN_COUNT], *const parameter_origin_texts[ORIGIN_COUNT];

/* A place in the data a value was found at; several when they were merged. */
struct data_place {
  str key, file, level; /* "a::x", "/etc/…/common.yaml", name of the level of the hierarchy */
  const struct data_place *next;
};

/* One setting of a parameter. */
struct provenance_step {
  const symbol *name;
  value value;
  enum parameter_origin origin;
  struct source *source; /* NULL: none, or that of the resource */
  uint32_t offset;
  const struct resource *by; /* class, define or node that contains it; the container. NULL: unknown */
  bool append;
  const struct data_place *places; /* ORIGIN_DATA */
  struct provenance_step *next;    /* of the same resource, in the order of time */
};

/* What is known of a resource. */
struct provenance_record {
  struct provenance_step *first, *last;
  struct source *source; /* where a class was first included; NULL: declared by an expression */
  uint32_t offset;
};

struct provenance {
  struct ptrmap records;         /* struct resource * -> struct provenance_record * */
  struct provenance_step coming; /* what the next resource_set is */
  bool is_coming;
};

struct provenance *provenance_new(struct compilation *c);
/* NULL: nothing is known. */
const struct provenance_record *provenance_of(const struct catalog *cat, const struct resource *r);

/* --- for who sets parameters; nothing happens unless provenance is kept --- */
void provenance_expect(struct compilation *c, enum parameter_origin origin, const struct resource *by);
void provenance_set(struct compilation *c, const struct resource *r, const struct parameter *p);
void provenance_include(struct compilation *c, const struct resource *r);
/* The next parameter comes from the data: looks the key up once more to hear where it is. */
void provenance_data(struct compilation *c, struct scope *s, str key);
void provenance_arrow(struct compilation *c, struct source *source, uint32_t offset);

#define PROVENANCE(c, call)                     \
  do {                                          \
    if ((c)->catalog->provenance != NULL) call; \
  } while (0)

#endif

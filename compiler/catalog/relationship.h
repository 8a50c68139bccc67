/* Relationships made by arrows. They are kept until the catalog is finished and then become the
 * metaparameters `before` and `notify` of their sources. */
#ifndef FICELLE_CATALOG_RELATIONSHIP_H
#define FICELLE_CATALOG_RELATIONSHIP_H

#include "compiler/catalog/collector.h"

/* An end of an arrow: a reference, or a collector. */
struct relationship_end {
  const symbol *type; /* lower case; NULL when `collector` is set */
  str title;
  struct collector *collector;
};

/* The end for a reference value (Resource or Class type with a title). */
struct relationship_end relationship_end_of(struct compilation *c, const struct type *reference);
/* Compares ends, so that duplicates can be dropped. */
bool relationship_end_same(const struct relationship_end *a, const struct relationship_end *b);
/* source -> target (~> with `notify`) at `place`. The ends' title bytes must live as long as the compilation. */
void catalog_relate(struct compilation *c, const ast *place, struct relationship_end source,
                    struct relationship_end target, bool notify);
/* Returns the place of the first arrow of that kind from one resource to another; false: none. */
bool catalog_find_arrow(struct compilation *c, const struct resource *source, const struct resource *target,
                        bool notify, struct source **text, uint32_t *offset);
/* After X -> C: the ends to use instead of C's resources if C stays empty and is on the left of an arrow. */
void collector_set_alternative(struct compilation *c, struct collector *collector, const struct relationship_end *ends,
                               uint32_t n);

/* For the catalog. */
void catalog_evaluate_relationships(struct compilation *c);
/* A relationship of two resources of a finished catalog, by their indices: `first` comes before `second`. */
struct relation {
  uint32_t first, second;
};
/* Checks that every require, before, notify and subscribe of a resource that is not virtual refers to something in the
 * catalog. They become the catalog's `relations` unless cycles are ignored. */
void catalog_validate_relationships(struct compilation *c);
/* Warns about cycles or fails, as the setting `cycles` says (cycles.c). After catalog_validate_relationships. */
void catalog_check_cycles(struct compilation *c);

#endif

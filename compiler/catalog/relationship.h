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
/* Ends are compared so that doubles can be dropped. */
bool relationship_end_same(const struct relationship_end *a, const struct relationship_end *b);
/* source -> target, ~> when notify, at `place`. The ends' title bytes must live as long as the compilation. */
void catalog_relate(struct compilation *c, const ast *place, struct relationship_end source,
                    struct relationship_end target, bool notify);
/* Where the first arrow of that kind stands that leads from one resource to another; false when none does. */
bool catalog_find_arrow(struct compilation *c, const struct resource *source, const struct resource *target,
                        bool notify, struct source **text, uint32_t *offset);
/* After X -> C: ends to use in place of C's resources when C stays empty and is on the left of an arrow. */
void collector_set_alternative(struct compilation *c, struct collector *collector, const struct relationship_end *ends,
                               uint32_t n);

/* The catalog's part. */
void catalog_evaluate_relationships(struct compilation *c);
/* A relationship of two resources of the catalog handed over: `first` comes before `second`. */
struct relation {
  struct resource *first, *second;
};
/* Every require, before, notify, subscribe of what is not virtual must name something in the catalog. Unless
 * cycles are ignored they become the catalog's `relations`. */
void catalog_validate_relationships(struct compilation *c);
/* Warns of cycles, or fails, by the setting `cycles` (cycles.c). After catalog_validate_relationships. */
void catalog_check_cycles(struct compilation *c);

#endif

/* Relationships made by arrows. They are kept until the catalog is finished and then become the
 * metaparameters `before` and `notify` of their sources. */
#ifndef FICELLE_CATALOG_RELATIONSHIP_H
#define FICELLE_CATALOG_RELATIONSHIP_H

#include "compiler/catalog/collector.h"

/* An end of an arrow: a reference, or a collector. */
struct relationship_end {
  const symbol *type;                /* lower case; NULL when `collector` is set */
  str title;
  struct collector *collector;
};

/* The end for a reference value (Resource or Class type with a title). */
struct relationship_end relationship_end_of(struct compilation *c, const struct type *reference);
/* Ends are compared so that doubles can be dropped. */
bool relationship_end_same(const struct relationship_end *a, const struct relationship_end *b);
/* source -> target, ~> when notify. The ends' title bytes must live as long as the compilation. */
void catalog_relate(struct compilation *c, struct relationship_end source, struct relationship_end target,
                    bool notify);
/* After X -> C: ends to use in place of C's resources when C stays empty and is on the left of an arrow. */
void collector_set_alternative(struct compilation *c, struct collector *collector,
                               const struct relationship_end *ends, uint32_t n);

/* The catalog's part. */
void catalog_evaluate_relationships(struct compilation *c);
/* Every require, before, notify, subscribe of what is not virtual must name something in the catalog. */
void catalog_validate_relationships(struct compilation *c);

#endif

/* Object identifiers: at most 128 sub-identifiers of 32 bits, held by value. Order is SNMP's: the first different
 * sub-identifier decides, and a prefix comes first. */
#ifndef FICELLE_BASE_OID_H
#define FICELLE_BASE_OID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define OID_MAX 128

struct oid {
  uint32_t n;
  uint32_t id[OID_MAX];
};

/* Reads "1.3.6.1" or ".1.3.6.1". Returns false, with *o undefined, for anything else: names, empty parts, numbers above
 * 4294967295, more than OID_MAX parts. */
bool oid_parse(const char *text, struct oid *o);
/* Appends the dotted decimal form, without a leading dot. */
void oid_print(const struct oid *o, struct buf *to);

/* <0, 0, >0 */
int oid_cmp_ids(const uint32_t *a, size_t na, const uint32_t *b, size_t nb);
static inline int oid_cmp(const struct oid *a, const struct oid *b) { return oid_cmp_ids(a->id, a->n, b->id, b->n); }
bool oid_starts(const struct oid *o, const struct oid *prefix);
/* Returns false, without changing *o, if the result would be too long. */
bool oid_append(struct oid *o, const uint32_t *ids, size_t n);

/* Copies only the sub-identifiers in use. */
static inline void oid_copy(struct oid *to, const struct oid *from)
{
  to->n = from->n;
  memcpy(to->id, from->id, from->n * sizeof to->id[0]);
}

#endif

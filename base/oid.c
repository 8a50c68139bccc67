/* Reads, prints and compares identifiers. All bounds are checked, since identifiers come from the network and from
 * configuration. */
#include "base/oid.h"

#include "base/check.h"

bool oid_parse(const char *text, struct oid *o)
{
  assert(text != NULL && o != NULL);
  o->n = 0;
  if (*text == '.') text++;
  for (;;) {
    uint64_t v = 0;
    if (!ascii_is_digit(*text)) return false;
    while (ascii_is_digit(*text)) {
      v = v * 10 + (uint64_t)(*text++ - '0');
      if (v > UINT32_MAX) return false;
    }
    if (o->n == OID_MAX) return false;
    o->id[o->n++] = (uint32_t)v;
    if (*text == '\0') return true;
    if (*text++ != '.') return false;
  }
}

void oid_print(const struct oid *o, struct buf *to)
{
  for (uint32_t i = 0; i < o->n; i++) {
    if (i > 0) buf_char(to, '.');
    buf_int(to, o->id[i]);
  }
}

int oid_cmp_ids(const uint32_t *a, size_t na, const uint32_t *b, size_t nb)
{
  size_t n = na < nb ? na : nb;
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return na == nb ? 0 : na < nb ? -1 : 1;
}

bool oid_starts(const struct oid *o, const struct oid *prefix)
{
  assert(o != NULL && prefix != NULL);
  return o->n >= prefix->n && memcmp(o->id, prefix->id, prefix->n * sizeof o->id[0]) == 0;
}

bool oid_append(struct oid *o, const uint32_t *ids, size_t n)
{
  assert(o->n <= OID_MAX && (ids != NULL || n == 0));
  if (n > OID_MAX - o->n) return false;
  memcpy(o->id + o->n, ids, n * sizeof o->id[0]);
  o->n += (uint32_t)n;
  return true;
}

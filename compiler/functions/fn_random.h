/* Reproducible random numbers for fqdn_rand, seeded_rand and similar functions. */
#ifndef FICELLE_FUNCTIONS_FN_RANDOM_H
#define FICELLE_FUNCTIONS_FN_RANDOM_H

#include "base/mt19937.h"
#include "compiler/functions/fn.h"

/* Returns a generator that is seeded with the digest of a text. */
struct mt19937 random_seeded(struct fn_call *call, const char *algorithm, str text);
/* Returns a number below max, seeded with the MD5 of a text. Fails if max is not positive. */
int64_t random_below(struct fn_call *call, str seed, int64_t max);
/* The same, seeded with the node's name, max and the seed. */
int64_t random_of_node(struct fn_call *call, int64_t max, value seed, bool downcase);
/* The fact networking.fqdn; undef if it is missing. */
value random_fqdn(struct fn_call *call);
#endif

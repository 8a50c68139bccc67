/* Functions written in Puppet that give data, and what they are handed: Puppet::LookupContext. */
#ifndef FICELLE_LOOKUP_LOOKUP_FUNCTION_H
#define FICELLE_LOOKUP_LOOKUP_FUNCTION_H

#include "compiler/lookup/internal.h"

/* Calls the function of an entry with n arguments and, unless n is 0, a Puppet::LookupContext after them. False if it
 * called not_found. */
bool lookup_call_function(struct lookup_call *call, struct entry_context *x, const value *args, uint32_t n, value *out);

/* Ends a data function that does not have the key. */
_Noreturn void lookup_not_found(struct context *context);

/* The native part of a Puppet::LookupContext. A context that a manifest made itself has its own cache; `call` is valid
 * while the function runs. */
struct lookup_context {
  struct entry_context *x;
  struct lookup_call *call; /* NULL: not within a lookup */
};

#endif

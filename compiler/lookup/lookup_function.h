/* Functions written in Puppet that give data. */
#ifndef FICELLE_LOOKUP_LOOKUP_FUNCTION_H
#define FICELLE_LOOKUP_LOOKUP_FUNCTION_H

#include "compiler/lookup/internal.h"

/* Calls the function of an entry with n arguments and, unless n is 0, a Puppet::LookupContext behind them. False when it
 * said not_found: c->context.failure.origin is FAILED_NOT_FOUND then. */
bool lookup_call_function(struct lookup_call *call, struct entry_context *x, const value *args, uint32_t n, value *out);

#endif

/* Makes instances of Object types and calls their members. */
#ifndef FICELLE_FUNCTIONS_OBJECT_CALL_H
#define FICELLE_FUNCTIONS_OBJECT_CALL_H

#include "compiler/functions/fn.h"
#include "compiler/types/object.h"

/* A function of a built-in object type. call->args are the arguments of the function and match its declaration. */
typedef value object_method(struct fn_call *call, const struct object *self);
struct object_method_row {
  const char *type, *name;
  object_method *body;
};
/* The families; an empty row ends each. A derived attribute is a function without arguments. */
extern const struct object_method_row object_error_methods[], object_lookup_methods[];

/* X.new(args): args are attributes by position, or one hash of attributes. */
value object_construct(struct fn_call *call, const struct type *t, const value *args, uint32_t n);
/* Returns its signatures: a hash, or the attributes. */
const struct signature *object_signatures(struct context *c, const struct type *t, uint32_t *n);
/* Implements call_member (compilation/call.h). */
value object_call_member(struct compilation *c, struct scope *s, const struct object_member *m,
                         const struct object *receiver, const value *args, uint32_t n, value block);

/* Returns the current lookup of a Puppet::LookupContext. Outside of a lookup, begins a new one in *own. */
struct lookup_call;
struct lookup_call *object_lookup(struct fn_call *call, const struct object *self, struct lookup_call *own);

#endif

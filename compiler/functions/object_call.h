/* Making instances of Object types, and calling what they have. */
#ifndef FICELLE_FUNCTIONS_OBJECT_CALL_H
#define FICELLE_FUNCTIONS_OBJECT_CALL_H

#include "compiler/functions/fn.h"
#include "compiler/types/object.h"

/* A function of a built-in object type. call->args are those of the function; they fit its declaration. */
typedef value object_method(struct fn_call *call, const struct object *self);
struct object_method_row {
  const char *type, *name;
  object_method *body;
};
/* The families; each ends with an empty row. A derived attribute is a function without arguments. */
extern const struct object_method_row object_error_methods[], object_lookup_methods[];

/* X.new(args): by position or by one hash of attributes. */
value object_construct(struct fn_call *call, const struct type *t, const value *args, uint32_t n);
/* What it takes: a hash, or the attributes. */
const struct signature *object_signatures(struct context *c, const struct type *t, uint32_t *n);
/* What call_member (compilation/call.h) does. */
value object_call_member(struct compilation *c, struct scope *s, const struct object_member *m,
                         const struct object *receiver, const value *args, uint32_t n, value block);

/* The current lookup of a Puppet::LookupContext. Outside of a lookup a new one begins, *own. */
struct lookup_call;
struct lookup_call *object_lookup(struct fn_call *call, const struct object *self, struct lookup_call *own);

#endif

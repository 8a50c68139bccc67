/* Functions that give data. */
#include "compiler/lookup/lookup_function.h"

bool lookup_call_function(struct lookup_call *call, struct entry_context *x, const value *args, uint32_t n, value *out)
{
  (void)args;
  (void)n;
  (void)out;
  fail_not_supported(&call->c->context, "data of the function '%.*s'", STR_FMT(x->entry->function_name));
}

bool lookup_eyaml(struct lookup_call *call, struct entry_context *x, const struct hash *options, str key, value *out)
{
  (void)options;
  (void)key;
  (void)out;
  fail_not_supported(&call->c->context, "data of the function '%.*s'", STR_FMT(x->entry->function_name));
}

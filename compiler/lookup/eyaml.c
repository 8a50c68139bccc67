#include "compiler/lookup/internal.h"
bool lookup_eyaml(struct lookup_call *call, struct entry_context *x, const struct hash *options, str key, value *out)
{
  (void)options;
  (void)key;
  (void)out;
  fail_not_supported(&call->c->context, "data of the function '%.*s'", STR_FMT(x->entry->function_name));
}

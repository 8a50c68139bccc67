/* stdlib's anchor: only a node in the graph, which passes refreshes on. */
#include "agent/ral/ral.h"

static bool refresh(struct ral_resource *r)
{
  (void)r;
  return true;
}

static const struct ral_attribute attributes[] = {{.name = "name", .flags = RAL_NAMEVAR}, {0}};

const struct ral_type ral_type_anchor = {
  .name = "anchor", .module = "stdlib", .attributes = attributes, .refresh = refresh};

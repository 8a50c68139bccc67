/* The resource type `filebucket`: file resources read the path of their bucket from it. */
#include "agent/ral/ral.h"

static bool validate_path(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  if (v.kind == V_ARRAY) return ral_fail(r->ral, "You can only have one filebucket path");
  if (v.kind == V_STRING && (value_text(v).n == 0 || value_text(v).p[0] != '/')) {
    return ral_fail(r->ral, "Filebucket paths must be absolute");
  }
  return true;
}

static value default_path(struct ral_resource *r)
{
  return value_str(arena_str(r->ral->arena, settings_str(r->ral->settings, SETTING_clientbucketdir)));
}

static const struct ral_attribute attributes[] = {{.name = "name", .flags = RAL_NAMEVAR},
                                                  {.name = "server"},
                                                  {.name = "port"},
                                                  {.name = "path", .validate = validate_path, .fallback = default_path},
                                                  {0}};

const struct ral_type ral_type_filebucket = {.name = "filebucket", .attributes = attributes};

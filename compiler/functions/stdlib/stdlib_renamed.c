/* Functions of stdlib that version 9 moved to the namespace stdlib: the old names warn and call the new ones. */
#include "compiler/environment/environment.h"
#include "compiler/functions/stdlib/stdlib_checks.h"

/* In 9.0 and 9.1 the setting `strict` decides about the warning; since 9.2 it is always a warning. */
static bool only_warns(struct fn_call *call)
{
  const struct module_version v = environment_module_version(call->compilation, STR("stdlib"));
  return v.major > 9 || v.minor >= 2;
}

static value fn_renamed(struct fn_call *call)
{
  str to = arena_printf(call->arena, "stdlib::%s", call->name);
  stdlib_deprecated(call, str_of(call->name),
                    arena_printf(call->arena, "This function is deprecated, please use %.*s instead.", STR_FMT(to)),
                    only_warns(call));
  return fn_other_block(call, to, call->args, call->n);
}

#define RENAMED(name)                                                \
  {                                                                  \
    name, "*$args", fn_renamed, "is stdlib::" name " now", .from = 9 \
  }

const struct fn_row fn_stdlib_renamed_rows[] = {
  RENAMED("batch_escape"),
  RENAMED("ensure_packages"),
  RENAMED("fqdn_rand_string"),
  {"fqdn_rotate", "*$args", fn_renamed, "is stdlib::fqdn_rotate now", .from = 9, .from_minor = 4},
  RENAMED("has_interface_with"),
  RENAMED("has_ip_address"),
  RENAMED("has_ip_network"),
  {"merge", "*$args, Variant[Callable[2, 2], Callable[3, 3]] ?&$block", fn_renamed, "is stdlib::merge now", .from = 9},
  RENAMED("os_version_gte"),
  RENAMED("parsehocon"),
  RENAMED("powershell_escape"),
  RENAMED("seeded_rand"),
  RENAMED("seeded_rand_string"),
  RENAMED("shell_escape"),
  RENAMED("to_json"),
  RENAMED("to_json_pretty"),
  RENAMED("to_python"),
  RENAMED("to_ruby"),
  RENAMED("to_toml"),
  RENAMED("to_yaml"),
  RENAMED("type_of"),
  RENAMED("validate_domain_name"),
  RENAMED("validate_email_address"),
  {0},
};

/* Functions of stdlib that version 9 moved below its own name: the old names warn and call the new ones. */
#include "compiler/functions/fn_stdlib_checks.h"

static value fn_renamed(struct fn_call *call)
{
  str to = arena_printf(call->arena, "stdlib::%s", call->name);
  stdlib_deprecated(
      call, str_of(call->name),
      arena_printf(call->arena, "This function is deprecated, please use %.*s instead.", STR_FMT(to)), true);
  return fn_other(call, to.p, call->args, call->n);
}

#define RENAMED(name) {name, "*$args", fn_renamed, "is stdlib::" name " now", STDLIB, .from = 9}

const struct fn_row fn_stdlib_renamed_rows[] = {
    RENAMED("batch_escape"),
    RENAMED("ensure_packages"),
    RENAMED("fqdn_rand_string"),
    RENAMED("fqdn_rotate"),
    RENAMED("has_interface_with"),
    RENAMED("has_ip_address"),
    RENAMED("has_ip_network"),
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

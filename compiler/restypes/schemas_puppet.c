/* Attributes of the resource types that are part of Puppet itself, properties first. A type that takes its title apart
 * has a function for that. */
#include "compiler/restypes/schemas.h"

const struct restype_schema *const restype_schemas[] = {
#define X(name) &restype_##name,
#include "compiler/restypes/types.def"
#undef X
  NULL,
};

/* "/a/b//" and "/a/b" are one file; "/" and "C:/" keep their slash. */
static bool title_without_slashes(const struct restype *t, str title, struct title_parts *parts)
{
  if (title.n == 0) return false;
  size_t n = title.n;
  while (n > 1 && title.p[n - 1] == '/' && !(title.p[n - 2] == ':' && n > 2)) n--;
  parts->items[0] = (struct title_part){t->keys[0], value_str(str_n(title.p, n))};
  parts->n = 1;
  return true;
}

/* Keys: command, name, provider. */
static bool title_name_only(const struct restype *t, str title, struct title_parts *parts)
{
  parts->items[0] = (struct title_part){t->keys[1], value_str(title)};
  parts->n = 1;
  return true;
}

static const char *const component_attributes[] = {"name", NULL};
const struct restype_schema restype_component = {
  .name = "component", .attributes = component_attributes, .keys = {"name"}};

static const char *const exec_attributes[] = {"command", "provider", "returns",   "path",      "user",
                                              "group",   "cwd",      "logoutput", "refresh",   "environment",
                                              "umask",   "timeout",  "tries",     "try_sleep", "refreshonly",
                                              "creates", "unless",   "onlyif",    NULL};
const struct restype_schema restype_exec = {
  .name = "exec", .attributes = exec_attributes, .keys = {"command"}, .not_isomorphic = true};

static const char *const file_attributes[] = {"path",
                                              "provider",
                                              "ensure",
                                              "content",
                                              "checksum_value",
                                              "target",
                                              "owner",
                                              "group",
                                              "mode",
                                              "type",
                                              "seluser",
                                              "selrole",
                                              "seltype",
                                              "selrange",
                                              "ctime",
                                              "mtime",
                                              "backup",
                                              "recurse",
                                              "recurselimit",
                                              "max_files",
                                              "replace",
                                              "force",
                                              "ignore",
                                              "links",
                                              "purge",
                                              "sourceselect",
                                              "show_diff",
                                              "staging_location",
                                              "validate_cmd",
                                              "validate_replacement",
                                              "checksum",
                                              "source",
                                              "source_permissions",
                                              "selinux_ignore_defaults",
                                              NULL};
const struct restype_schema restype_file = {
  .name = "file", .attributes = file_attributes, .keys = {"path"}, .split_title = title_without_slashes};

static const char *const filebucket_attributes[] = {"name", "server", "port", "path", NULL};
const struct restype_schema restype_filebucket = {
  .name = "filebucket", .attributes = filebucket_attributes, .keys = {"name"}};

static const char *const group_attributes[] = {"name",
                                               "provider",
                                               "ensure",
                                               "gid",
                                               "members",
                                               "attributes",
                                               "auth_membership",
                                               "allowdupe",
                                               "ia_load_module",
                                               "attribute_membership",
                                               "system",
                                               "forcelocal",
                                               NULL};
const struct restype_schema restype_group = {.name = "group", .attributes = group_attributes, .keys = {"name"}};

static const char *const notify_attributes[] = {"name", "message", "withpath", NULL};
const struct restype_schema restype_notify = {.name = "notify", .attributes = notify_attributes, .keys = {"name"}};

static const char *const package_attributes[] = {"name",
                                                 "provider",
                                                 "command",
                                                 "ensure",
                                                 "package_settings",
                                                 "flavor",
                                                 "mark",
                                                 "source",
                                                 "instance",
                                                 "status",
                                                 "adminfile",
                                                 "responsefile",
                                                 "configfiles",
                                                 "category",
                                                 "platform",
                                                 "root",
                                                 "vendor",
                                                 "description",
                                                 "allowcdrom",
                                                 "enable_only",
                                                 "install_only",
                                                 "install_options",
                                                 "uninstall_options",
                                                 "allow_virtual",
                                                 "reinstall_on_refresh",
                                                 NULL};
const struct restype_schema restype_package = {.name = "package",
                                               .attributes = package_attributes,
                                               .keys = {"command", "name", "provider"},
                                               .split_title = title_name_only};

static const char *const resources_attributes[] = {"name", "purge", "unless_system_user", "unless_uid", NULL};
const struct restype_schema restype_resources = {
  .name = "resources", .attributes = resources_attributes, .keys = {"name"}};

static const char *const schedule_attributes[] = {"name", "range", "periodmatch", "period", "repeat", "weekday", NULL};
const struct restype_schema restype_schedule = {
  .name = "schedule", .attributes = schedule_attributes, .keys = {"name"}};

static const char *const service_attributes[] = {"name",    "provider",      "ensure",   "enable",    "logonaccount",
                                                 "flags",   "logonpassword", "binary",   "hasstatus", "path",
                                                 "pattern", "restart",       "start",    "status",    "stop",
                                                 "control", "hasrestart",    "manifest", "timeout",   NULL};
const struct restype_schema restype_service = {.name = "service", .attributes = service_attributes, .keys = {"name"}};

static const char *const stage_attributes[] = {"name", NULL};
const struct restype_schema restype_stage = {.name = "stage", .attributes = stage_attributes, .keys = {"name"}};

static const char *const tidy_attributes[] = {"path", "recurse", "max_files", "matches", "backup",
                                              "age",  "size",    "type",      "rmdirs",  NULL};
const struct restype_schema restype_tidy = {
  .name = "tidy", .attributes = tidy_attributes, .keys = {"path"}, .not_isomorphic = true};

static const char *const user_attributes[] = {"name",
                                              "provider",
                                              "ensure",
                                              "home",
                                              "uid",
                                              "gid",
                                              "comment",
                                              "shell",
                                              "password",
                                              "password_min_age",
                                              "password_max_age",
                                              "password_warn_days",
                                              "groups",
                                              "expiry",
                                              "roles",
                                              "auths",
                                              "profiles",
                                              "keys",
                                              "project",
                                              "attributes",
                                              "salt",
                                              "iterations",
                                              "loginclass",
                                              "membership",
                                              "system",
                                              "allowdupe",
                                              "managehome",
                                              "role_membership",
                                              "auth_membership",
                                              "profile_membership",
                                              "key_membership",
                                              "ia_load_module",
                                              "attribute_membership",
                                              "forcelocal",
                                              "purge_ssh_keys",
                                              NULL};
const struct restype_schema restype_user = {.name = "user", .attributes = user_attributes, .keys = {"name"}};

static const char *const whit_attributes[] = {"name", NULL};
const struct restype_schema restype_whit = {.name = "whit", .attributes = whit_attributes, .keys = {"name"}};

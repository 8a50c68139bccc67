/* Attributes of the resource types of the modules that come with Puppet's packages. They are here so that catalogs with
 * them compile without Ruby. A type that takes its title apart has a function for that. */
#include <stdint.h>

#include "compiler/restypes/schemas.h"

/* "name@type" or "name". Keys: name, type. */
static bool title_name_at_type(const struct restype *t, str title, struct title_parts *parts)
{
  size_t at = str_index(title, '@', 0);
  parts->items[0] = (struct title_part){t->keys[0], value_str(at == SIZE_MAX ? title : str_n(title.p, at))};
  parts->n = 1;
  if (at == SIZE_MAX) return true;
  parts->items[parts->n++] = (struct title_part){t->keys[1], value_str(str_from(title, at + 1))};
  return true;
}

static const char *const augeas_attributes[] = {"name",    "provider", "returns",   "context", "onlyif",
                                                "changes", "root",     "load_path", "force",   "type_check",
                                                "lens",    "incl",     "show_diff", NULL};
const struct restype_schema restype_augeas = {
  .name = "augeas", .module = "augeas_core", .attributes = augeas_attributes, .keys = {"name"}};

static const char *const cron_attributes[] = {"name",        "provider", "ensure",  "command", "special",
                                              "minute",      "hour",     "weekday", "month",   "monthday",
                                              "environment", "user",     "target",  NULL};
const struct restype_schema restype_cron = {
  .name = "cron", .module = "cron_core", .attributes = cron_attributes, .keys = {"name"}};

static const char *const host_attributes[] = {"name",         "provider", "ensure", "ip",
                                              "host_aliases", "comment",  "target", NULL};
const struct restype_schema restype_host = {
  .name = "host", .module = "host_core", .attributes = host_attributes, .keys = {"name"}};

static const char *const mailalias_attributes[] = {"name", "provider", "ensure", "recipient", "file", "target", NULL};
const struct restype_schema restype_mailalias = {
  .name = "mailalias", .module = "mailalias", .attributes = mailalias_attributes, .keys = {"name"}};

static const char *const mount_attributes[] = {"name",   "provider", "ensure", "device", "blockdevice",
                                               "fstype", "options",  "pass",   "atboot", "dump",
                                               "target", "remounts", NULL};
const struct restype_schema restype_mount = {
  .name = "mount", .module = "mount_core", .attributes = mount_attributes, .keys = {"name"}};

static const char *const scheduled_task_attributes[] = {"name",          "provider",    "ensure",    "enabled",
                                                        "command",       "working_dir", "arguments", "user",
                                                        "compatibility", "trigger",     "password",  NULL};
const struct restype_schema restype_scheduled_task = {
  .name = "scheduled_task", .module = "scheduled_task", .attributes = scheduled_task_attributes, .keys = {"name"}};

static const char *const selboolean_attributes[] = {"name", "provider", "value", "persistent", NULL};
const struct restype_schema restype_selboolean = {
  .name = "selboolean", .module = "selinux_core", .attributes = selboolean_attributes, .keys = {"name"}};

static const char *const selmodule_attributes[] = {"name",         "provider",      "ensure", "syncversion",
                                                   "selmoduledir", "selmodulepath", NULL};
const struct restype_schema restype_selmodule = {
  .name = "selmodule", .module = "selinux_core", .attributes = selmodule_attributes, .keys = {"name"}};

static const char *const ssh_authorized_key_attributes[] = {
  "name", "provider", "ensure", "type", "key", "user", "target", "options", "drop_privileges", NULL};
const struct restype_schema restype_ssh_authorized_key = {.name = "ssh_authorized_key",
                                                          .module = "sshkeys_core",
                                                          .attributes = ssh_authorized_key_attributes,
                                                          .keys = {"name"}};

static const char *const sshkey_attributes[] = {"type", "name",         "provider", "ensure",
                                                "key",  "host_aliases", "target",   NULL};
const struct restype_schema restype_sshkey = {.name = "sshkey",
                                              .module = "sshkeys_core",
                                              .attributes = sshkey_attributes,
                                              .keys = {"name", "type"},
                                              .split_title = title_name_at_type};

static const char *const yumrepo_attributes[] = {"name",
                                                 "provider",
                                                 "ensure",
                                                 "target",
                                                 "descr",
                                                 "mirrorlist",
                                                 "baseurl",
                                                 "enabled",
                                                 "gpgcheck",
                                                 "payload_gpgcheck",
                                                 "repo_gpgcheck",
                                                 "gpgkey",
                                                 "mirrorlist_expire",
                                                 "include",
                                                 "exclude",
                                                 "gpgcakey",
                                                 "includepkgs",
                                                 "enablegroups",
                                                 "failovermethod",
                                                 "keepalive",
                                                 "retries",
                                                 "http_caching",
                                                 "timeout",
                                                 "metadata_expire",
                                                 "protect",
                                                 "priority",
                                                 "minrate",
                                                 "throttle",
                                                 "bandwidth",
                                                 "cost",
                                                 "proxy",
                                                 "proxy_username",
                                                 "proxy_password",
                                                 "s3_enabled",
                                                 "sslcacert",
                                                 "sslverify",
                                                 "sslclientcert",
                                                 "sslclientkey",
                                                 "metalink",
                                                 "skip_if_unavailable",
                                                 "assumeyes",
                                                 "deltarpm_percentage",
                                                 "deltarpm_metadata_percentage",
                                                 "username",
                                                 "password",
                                                 "module_hotfixes",
                                                 NULL};
const struct restype_schema restype_yumrepo = {
  .name = "yumrepo", .module = "yumrepo_core", .attributes = yumrepo_attributes, .keys = {"name"}};

static const char *const zfs_attributes[] = {"name",
                                             "provider",
                                             "ensure",
                                             "aclinherit",
                                             "aclmode",
                                             "acltype",
                                             "atime",
                                             "canmount",
                                             "checksum",
                                             "compression",
                                             "copies",
                                             "dedup",
                                             "defaultuserquota",
                                             "defaultgroupquota",
                                             "devices",
                                             "exec",
                                             "logbias",
                                             "mountpoint",
                                             "nbmand",
                                             "overlay",
                                             "primarycache",
                                             "quota",
                                             "readonly",
                                             "recordsize",
                                             "refquota",
                                             "refreservation",
                                             "reservation",
                                             "secondarycache",
                                             "setuid",
                                             "shareiscsi",
                                             "sharenfs",
                                             "sharesmb",
                                             "snapdir",
                                             "sync",
                                             "version",
                                             "volsize",
                                             "vscan",
                                             "xattr",
                                             "zoned",
                                             NULL};
const struct restype_schema restype_zfs = {
  .name = "zfs", .module = "zfs_core", .attributes = zfs_attributes, .keys = {"name"}};

static const char *const zone_attributes[] = {
  "name", "provider", "ensure",  "id",      "clone",    "ip",          "iptype",       "autoboot",     "path",
  "pool", "shares",   "dataset", "inherit", "sysidcfg", "create_args", "install_args", "realhostname", NULL};
const struct restype_schema restype_zone = {
  .name = "zone", .module = "zone_core", .attributes = zone_attributes, .keys = {"name"}};

static const char *const zpool_attributes[] = {"pool",       "provider", "ensure",      "disk",  "mirror",
                                               "raidz",      "spare",    "log",         "cache", "ashift",
                                               "autoexpand", "failmode", "raid_parity", NULL};
const struct restype_schema restype_zpool = {
  .name = "zpool", .module = "zfs_core", .attributes = zpool_attributes, .keys = {"pool"}};

/* Documentation of Puppet's resource types, from docs.def, and the names of their providers. It is read only by people,
 * so a linear search is fast enough. */
#include "compiler/restypes/docs.h"

#include <string.h>

struct doc {
  const char *type, *attribute, *text;
};

static const struct doc docs[] = {
#define TYPE(type, text) {#type, NULL, text},
#define ATTRIBUTE(type, attribute, text) {#type, #attribute, text},
#define META(attribute, text) {NULL, #attribute, text},
#include "compiler/restypes/docs.def"
#undef TYPE
#undef ATTRIBUTE
#undef META
};

/* NULL is only equal to NULL: entries of types have no attribute, those of metaparameters no type. */
static int same(const char *a, const char *b) { return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0; }

static const char *find(const char *type, const char *attribute)
{
  for (size_t i = 0; i < sizeof docs / sizeof *docs; i++) {
    if (same(docs[i].type, type) && same(docs[i].attribute, attribute)) return docs[i].text;
  }
  return NULL;
}

const char *restype_doc(const char *type) { return find(type, NULL); }

const char *restype_attribute_doc(const char *type, const char *attribute) { return find(type, attribute); }

const char *restype_metaparameter_doc(const char *name) { return find(NULL, name); }

/* --- providers --- */

static const char *const exec_providers[] = {"posix", "shell", "windows", NULL};
static const char *const file_providers[] = {"posix", "windows", NULL};
static const char *const group_providers[] = {"aix", "directoryservice", "groupadd", "ldap",
                                              "pw",  "windows_adsi",     NULL};
static const char *const package_providers[] = {
  "aix",       "appdmg", "apple",   "apt",         "aptitude", "aptrpm",      "blastwave",  "dnf",
  "dnfmodule", "dpkg",   "fink",    "freebsd",     "gem",      "hpux",        "macports",   "nim",
  "openbsd",   "opkg",   "pacman",  "pip",         "pip2",     "pip3",        "pkg",        "pkgdmg",
  "pkgin",     "pkgng",  "pkgutil", "portage",     "ports",    "portupgrade", "puppet_gem", "puppetserver_gem",
  "rpm",       "rug",    "sun",     "sunfreeware", "tdnf",     "up2date",     "urpmi",      "windows",
  "yum",       "zypper", NULL};
static const char *const service_providers[] = {
  "base", "bsd",    "daemontools", "debian",  "freebsd", "gentoo", "init",    "launchd", "openbsd", "openrc", "openwrt",
  "rcng", "redhat", "runit",       "service", "smf",     "src",    "systemd", "upstart", "windows", NULL};
static const char *const user_providers[] = {"aix", "directoryservice", "hpuxuseradd", "ldap",         "openbsd",
                                             "pw",  "user_role_add",    "useradd",     "windows_adsi", NULL};

static const struct {
  const char *type;
  const char *const *names;
} providers[] = {
  {"exec", exec_providers},       {"file", file_providers},       {"group", group_providers},
  {"package", package_providers}, {"service", service_providers}, {"user", user_providers},
};

const char *const *restype_providers(const char *type)
{
  for (size_t i = 0; i < sizeof providers / sizeof *providers; i++) {
    if (strcmp(providers[i].type, type) == 0) return providers[i].names;
  }
  return NULL;
}

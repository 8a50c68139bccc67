/* Legacy facts: the flat names that facts had before structured facts, each made from a core fact. */
#include <string.h>

#include "agent/facts/facts_internal.h"
#include "base/arena.h"

static const struct {
  const char *name, *path;
} aliases[] = {
  {"architecture", "os.architecture"},
  {"augeasversion", "augeas.version"},
  {"bios_release_date", "dmi.bios.release_date"},
  {"bios_vendor", "dmi.bios.vendor"},
  {"bios_version", "dmi.bios.version"},
  {"boardassettag", "dmi.board.asset_tag"},
  {"boardmanufacturer", "dmi.board.manufacturer"},
  {"boardproductname", "dmi.board.product"},
  {"boardserialnumber", "dmi.board.serial_number"},
  {"chassisassettag", "dmi.chassis.asset_tag"},
  {"chassistype", "dmi.chassis.type"},
  {"domain", "networking.domain"},
  {"fqdn", "networking.fqdn"},
  {"gid", "identity.group"},
  {"hardwareisa", "processors.isa"},
  {"hardwaremodel", "os.hardware"},
  {"hostname", "networking.hostname"},
  {"id", "identity.user"},
  {"ipaddress", "networking.ip"},
  {"ipaddress6", "networking.ip6"},
  {"lsbdistcodename", "os.distro.codename"},
  {"lsbdistdescription", "os.distro.description"},
  {"lsbdistid", "os.distro.id"},
  {"lsbdistrelease", "os.distro.release.full"},
  {"lsbmajdistrelease", "os.distro.release.major"},
  {"lsbminordistrelease", "os.distro.release.minor"},
  {"lsbrelease", "os.distro.specification"},
  {"macaddress", "networking.mac"},
  {"manufacturer", "dmi.manufacturer"},
  {"memoryfree", "memory.system.available"},
  {"memorysize", "memory.system.total"},
  {"netmask", "networking.netmask"},
  {"netmask6", "networking.netmask6"},
  {"network", "networking.network"},
  {"network6", "networking.network6"},
  {"operatingsystem", "os.name"},
  {"operatingsystemmajrelease", "os.release.major"},
  {"operatingsystemrelease", "os.release.full"},
  {"osfamily", "os.family"},
  {"physicalprocessorcount", "processors.physicalcount"},
  {"processorcount", "processors.count"},
  {"productname", "dmi.product.name"},
  {"rubyplatform", "ruby.platform"},
  {"rubysitedir", "ruby.sitedir"},
  {"rubyversion", "ruby.version"},
  {"scope6", "networking.scope6"},
  {"selinux", "os.selinux.enabled"},
  {"selinux_config_mode", "os.selinux.config_mode"},
  {"selinux_config_policy", "os.selinux.config_policy"},
  {"selinux_current_mode", "os.selinux.current_mode"},
  {"selinux_enforced", "os.selinux.enforced"},
  {"selinux_policyversion", "os.selinux.policy_version"},
  {"serialnumber", "dmi.product.serial_number"},
  {"swapfree", "memory.swap.available"},
  {"swapsize", "memory.swap.total"},
  {"uptime", "system_uptime.uptime"},
  {"uptime_days", "system_uptime.days"},
  {"uptime_hours", "system_uptime.hours"},
  {"uptime_seconds", "system_uptime.seconds"},
  {"uuid", "dmi.product.uuid"},
};

enum { ALIASES = sizeof aliases / sizeof aliases[0] };

const char *facts__legacy_of(const char *path, size_t *at)
{
  size_t n = strlen(path);
  for (; *at < ALIASES; ++*at)
    if (strncmp(aliases[*at].path, path, n) == 0 && (aliases[*at].path[n] == '\0' || aliases[*at].path[n] == '.'))
      return aliases[(*at)++].name;
  return NULL;
}

static const struct fact *core(const struct facts_host *h, const char *path)
{
  return fact_dig(h->facts, str_of(path));
}

/* In MiB, as exactly as a float can be. */
static void put_mb(struct facts_host *h, struct fact *out, const char *name, const char *path)
{
  const struct fact *bytes = core(h, path);
  if (bytes && bytes->kind == FACT_INTEGER)
    fact_put_float(h->arena, out, name, (double)bytes->integer / (1024.0 * 1024.0));
}

static void put_interfaces(struct facts_host *h, struct fact *out)
{
  static const struct {
    const char *name, *key;
  } parts[] = {
    {"ipaddress", "ip"},    {"ipaddress6", "ip6"},    {"macaddress", "mac"},
    {"mtu", "mtu"},         {"netmask", "netmask"},   {"netmask6", "netmask6"},
    {"network", "network"}, {"network6", "network6"}, {"scope6", "scope6"},
  };
  const struct fact *interfaces = core(h, "networking.interfaces");
  struct buf names = BUF_IN(h->arena);
  if (!interfaces || interfaces->kind != FACT_HASH) return;
  struct fact *sorted = fact_new(h->arena, FACT_HASH);
  for (const struct fact *i = interfaces->first; i; i = i->next) {
    fact_put(h->arena, sorted, arena_strz(h->arena, i->key), FACT_NULL);
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
      const struct fact *value = fact_entry(i, str_of(parts[p].key));
      if (value) fact_copy(h->arena, out, arena_printf(h->arena, "%s_%.*s", parts[p].name, STR_FMT(i->key)), value);
    }
  }
  fact_sort(sorted);
  for (const struct fact *i = sorted->first; i; i = i->next)
    buf_printf(&names, "%s%.*s", names.n > 0 ? "," : "", STR_FMT(i->key));
  if (names.n > 0) fact_put_str(h->arena, out, "interfaces", buf_view(&names));
}

static void put_dhcp(struct facts_host *h, struct fact *out)
{
  const struct fact *interfaces = core(h, "networking.interfaces"), *primary = core(h, "networking.dhcp");
  struct fact *servers = fact_new(h->arena, FACT_HASH);
  if (!interfaces || interfaces->kind != FACT_HASH) return;
  if (primary) fact_copy(h->arena, servers, STR("system"), primary);
  else fact_put(h->arena, servers, "system", FACT_NULL);
  for (const struct fact *i = interfaces->first; i; i = i->next) {
    const struct fact *dhcp = fact_entry(i, STR("dhcp"));
    if (dhcp) fact_copy(h->arena, servers, i->key, dhcp);
  }
  fact_copy(h->arena, out, STR("dhcp_servers"), servers);
}

static void put_disks(struct facts_host *h, struct fact *out)
{
  static const struct {
    const char *name, *key;
  } parts[] = {{"model", "model"}, {"size", "size_bytes"}, {"vendor", "vendor"}};
  const struct fact *disks = core(h, "disks");
  struct buf names = BUF_IN(h->arena);
  if (!disks || disks->kind != FACT_HASH) return;
  for (const struct fact *d = disks->first; d; d = d->next) {
    buf_printf(&names, "%s%.*s", names.n > 0 ? "," : "", STR_FMT(d->key));
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
      const struct fact *value = fact_entry(d, str_of(parts[p].key));
      if (value)
        fact_copy(h->arena, out, arena_printf(h->arena, "blockdevice_%.*s_%s", STR_FMT(d->key), parts[p].name), value);
    }
  }
  fact_put_str(h->arena, out, "blockdevices", buf_view(&names));
}

static void put_processors(struct facts_host *h, struct fact *out)
{
  const struct fact *models = core(h, "processors.models");
  unsigned n = 0;
  for (const struct fact *m = models ? models->first : NULL; m; m = m->next)
    fact_copy(h->arena, out, arena_printf(h->arena, "processor%u", n++), m);
}

static void put_ssh(struct facts_host *h, struct fact *out)
{
  const struct fact *ssh = core(h, "ssh");
  for (const struct fact *k = ssh && ssh->kind == FACT_HASH ? ssh->first : NULL; k; k = k->next) {
    const struct fact *key = fact_entry(k, STR("key")), *sha1 = fact_dig(k, STR("fingerprints.sha1")),
                      *sha256 = fact_dig(k, STR("fingerprints.sha256"));
    if (key) fact_copy(h->arena, out, arena_printf(h->arena, "ssh%.*skey", STR_FMT(k->key)), key);
    if (sha1 && sha256)
      fact_put_str(h->arena, out, arena_printf(h->arena, "sshfp_%.*s", STR_FMT(k->key)).p,
                   arena_printf(h->arena, "%.*s\n%.*s", STR_FMT(sha1->string), STR_FMT(sha256->string)));
  }
}

void facts__legacy(struct facts_host *h, struct fact *out)
{
  for (size_t i = 0; i < ALIASES; i++) {
    const struct fact *f = core(h, aliases[i].path);
    if (f) fact_copy(h->arena, out, str_of(aliases[i].name), f);
  }
  put_mb(h, out, "memoryfree_mb", "memory.system.available_bytes");
  put_mb(h, out, "memorysize_mb", "memory.system.total_bytes");
  put_mb(h, out, "swapfree_mb", "memory.swap.available_bytes");
  put_mb(h, out, "swapsize_mb", "memory.swap.total_bytes");
  put_interfaces(h, out);
  put_dhcp(h, out);
  put_disks(h, out);
  put_processors(h, out);
  put_ssh(h, out);
}

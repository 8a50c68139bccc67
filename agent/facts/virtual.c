/* virtual and is_virtual: whether this is a container, a virtual machine, or neither.
 *
 * Containers are recognized by files; hypervisors by the firmware's tables or the CPUID instruction. If the processor
 * reports a hypervisor but none of the names is known, `virtual` is "unknown". */
#include <string.h>
#include <sys/stat.h>

#include "agent/facts/facts_internal.h"
#include "base/arena.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

/* The hypervisor's signature: 12 bytes of leaf 0x40000000. Call it only if the processor has the hypervisor bit. */
static bool cpu_signature(char out[13])
{
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & (1u << 31))) return false;
  __cpuid(0x40000000, a, b, c, d);
  memcpy(out, &b, 4);
  memcpy(out + 4, &c, 4);
  memcpy(out + 8, &d, 4);
  out[12] = '\0';
  return true;
}
#else
static bool cpu_signature(char out[13])
{
  out[0] = '\0';
  return false;
}
#endif

static bool exists(struct facts_host *h, const char *path)
{
  struct stat st;
  return stat(arena_printf(h->arena, "%s%s", h->root, path).p, &st) == 0;
}

/* Whether the root file system is on a disk. Container images can be converted to virtual machines, and then still
 * contain Docker's mark. Docker's own devices contain its name. */
static bool root_is_disk(struct facts_host *h)
{
  const struct fact *device = fact_dig(h->facts, STR("mountpoints./.device"));
  str text, line, name = device ? device->string : STR_EMPTY;
  /* the fact mountpoints may be blocked */
  if (!device && facts__read(h, "/proc/self/mounts", &text))
    while (facts__next_line(&text, &line)) {
      str source = facts__next_word(&line);
      if (str_eqz(facts__next_word(&line), "/")) name = source;
    }
  return str_starts(name, STR("/dev/")) && str_find(name, STR("docker"), 0) == SIZE_MAX;
}

static const char *container(struct facts_host *h)
{
  str kind = facts__read_line(h, "/run/systemd/container");
  if ((exists(h, "/.dockerenv") && !root_is_disk(h)) || str_eqz(kind, "docker")) return "docker";
  if (exists(h, "/run/.containerenv") || str_eqz(kind, "podman")) return "podman";
  if (str_starts(kind, STR("lxc"))) return "lxc";
  if (str_eqz(kind, "systemd-nspawn")) return "systemd_nspawn";
  if (exists(h, "/proc/vz") && !exists(h, "/proc/bc")) return "openvzve";
  return kind.n > 0 ? "container_other" : NULL;
}

struct name {
  const char *text;
  const char *hypervisor;
};

static const char *lookup(const struct name *names, size_t count, str text)
{
  for (size_t i = 0; i < count; i++)
    if (str_find(text, str_of(names[i].text), 0) != SIZE_MAX) return names[i].hypervisor;
  return NULL;
}

static const char *from_firmware(struct facts_host *h)
{
  static const struct name products[] = {
    {"VMware", "vmware"},
    {"VirtualBox", "virtualbox"},
    {"Parallels", "parallels"},
    {"KVM", "kvm"},
    {"Virtual Machine", "hyperv"},
    {"RHEV Hypervisor", "rhev"},
    {"oVirt Node", "ovirt"},
    {"HVM domU", "xenhvm"},
    {"Bochs", "bochs"},
    {"OpenBSD", "vmm"},
    {"BHYVE", "bhyve"},
  };
  static const struct name vendors[] = {
    {"VMware", "vmware"}, {"Google", "gce"}, {"Amazon EC2", "kvm"}, {"QEMU", "kvm"}, {"Xen", "xenhvm"},
  };
  str vendor = facts__read_line(h, "/sys/class/dmi/id/sys_vendor");
  const char *found = lookup(products, sizeof products / sizeof products[0],
                             facts__read_line(h, "/sys/class/dmi/id/product_name"));
  return found ? found : lookup(vendors, sizeof vendors / sizeof vendors[0], vendor);
}

static const char *from_processor(void)
{
  static const struct name signatures[] = {
    {"KVMKVMKVM", "kvm"},       {"TCGTCGTCGTCG", "kvm"},  {"VMwareVMware", "vmware"},     {"Microsoft Hv", "hyperv"},
    {"XenVMMXenVMM", "xenhvm"}, {"bhyve bhyve", "bhyve"}, {"VBoxVBoxVBox", "virtualbox"}, {"prl hyperv", "parallels"},
  };
  char signature[13];
  if (!cpu_signature(signature)) return NULL;
  const char *found = lookup(signatures, sizeof signatures / sizeof signatures[0], str_n(signature, 12));
  return found ? found : "unknown";
}

/* Adds hypervisors: the name of the hypervisor with its own data. */
static void put_hypervisor(struct facts_host *h, const char *kind)
{
  static const struct name providers[] = {{"Google", "google"}, {"OpenStack", "openstack"}, {"Amazon", "amazon"}};
  static const char *const known[] = {"kvm", "vmware", "virtualbox", "hyperv", "docker", "lxc", "systemd_nspawn"};
  str vendor = facts__read_line(h, "/sys/class/dmi/id/sys_vendor"), machine;
  if (strcmp(kind, "gce") == 0) kind = "kvm";
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(kind, known[i]) != 0) continue;
    struct fact *all = fact_put(h->arena, h->facts, "hypervisors", FACT_HASH);
    struct fact *one = fact_put(h->arena, all, kind, FACT_HASH);
    const char *provider = lookup(providers, sizeof providers / sizeof providers[0], vendor);
    if (strcmp(kind, "kvm") == 0 && provider) fact_put_bool(h->arena, one, provider, true);
    machine = strcmp(kind, "systemd_nspawn") == 0 ? facts__read_line(h, "/etc/machine-id") : STR_EMPTY;
    if (machine.n > 0) fact_put_str(h->arena, one, "id", machine);
  }
}

void facts__virtual(struct facts_host *h)
{
  const char *kind = container(h);
  if (!kind) kind = from_firmware(h);
  /* this processor does not belong to another root */
  if (!kind && h->root[0] == '\0') kind = from_processor();
  fact_put_strz(h->arena, h->facts, "virtual", kind ? kind : "physical");
  fact_put_bool(h->arena, h->facts, "is_virtual", kind != NULL);
  if (kind) put_hypervisor(h, kind);
}

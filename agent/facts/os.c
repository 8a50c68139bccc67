/* os and kernel*. */
#include <strings.h>
#include <sys/utsname.h>

#include "agent/facts/facts_internal.h"
#include "base/arena.h"

struct os_release {
  str name, id, id_like, version, version_id, codename, pretty_name;
};

static str unquote(str s)
{
  if (s.n >= 2 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0]) return str_sub(s, 1, s.n - 2);
  return s;
}

static void read_os_release(struct facts_host *h, struct os_release *r)
{
  struct {
    const char *key;
    str *value;
  } keys[] = {
    {"NAME=", &r->name},
    {"ID=", &r->id},
    {"ID_LIKE=", &r->id_like},
    {"VERSION=", &r->version},
    {"VERSION_ID=", &r->version_id},
    {"VERSION_CODENAME=", &r->codename},
    {"PRETTY_NAME=", &r->pretty_name},
  };
  str text, line;
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) *keys[i].value = STR_EMPTY;
  if (!facts__read(h, "/etc/os-release", &text) && !facts__read(h, "/usr/lib/os-release", &text)) return;
  while (facts__next_line(&text, &line))
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
      if (str_starts(line, str_of(keys[i].key)))
        *keys[i].value = unquote(str_trim(str_from(line, strlen(keys[i].key))));
}

static bool starts_with_any(str s, const char *const *words)
{
  for (; *words; words++)
    if (s.n >= strlen(*words) && strncasecmp(s.p, *words, strlen(*words)) == 0) return true;
  return false;
}

/* "Debian GNU/Linux" is Debian, "Red Hat Enterprise Linux" is RedHat, "Oracle Linux Server" is OracleLinux. */
static str os_name(struct arena *a, str name)
{
  static const char *const two_words[] = {"red", "oracle", "arch", "manjaro", NULL};
  str rest = name, first = facts__next_word(&rest);
  if (!starts_with_any(name, two_words)) return first;
  str second = facts__next_word(&rest);
  return arena_printf(a, "%.*s%.*s", STR_FMT(first), STR_FMT(second));
}

static bool holds(str text, const char *word)
{
  size_t n = strlen(word);
  for (size_t i = 0; i + n <= text.n; i++)
    if (strncasecmp(text.p + i, word, n) == 0) return true;
  return false;
}

static const char *family_of(str text)
{
  static const struct {
    const char *family;
    const char *words[24];
  } families[] = {
    {"RedHat",
     {"redhat", "rhel", "fedora", "centos", "scientific", "ascendos", "cloudlinux", "psbm", "oraclelinux", "ovs", "oel",
      "amazon", "xenserver", "xcp-ng", "virtuozzo", "photon", "mariner"}},
    {"Debian", {"debian", "ubuntu", "huaweios", "linuxmint", "devuan", "kde"}},
    {"Suse", {"sles", "sled", "suse"}},
    {"Gentoo", {"gentoo"}},
    {"Archlinux", {"arch", "manjaro"}},
    {"Mandrake", {"mandrake", "mandriva", "mageia"}},
  };
  for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
    for (const char *const *word = families[i].words; *word; word++)
      if (holds(text, *word)) return families[i].family;
  return NULL;
}

/* Splits "12.11" into full, major and minor. `whole`: the full text is the major version, as for Ubuntu's 22.04. */
static void put_release(struct arena *a, struct fact *parent, str full, bool whole)
{
  if (full.n == 0) return;
  struct fact *release = fact_put(a, parent, "release", FACT_HASH);
  size_t dot = str_index(full, '.', 0);
  fact_put_str(a, release, "full", full);
  fact_put_str(a, release, "major", whole ? full : str_sub(full, 0, dot));
  if (dot == SIZE_MAX || whole) return;
  str minor = str_from(full, dot + 1);
  minor = str_sub(minor, 0, str_index(minor, '.', 0));
  if (minor.n > 1 && minor.p[0] == '0') minor = str_from(minor, 1);
  fact_put_str(a, release, "minor", minor);
}

/* The name in parentheses in "9.3 (Plow)". */
static str name_in_parentheses(str version)
{
  size_t from = str_index(version, '(', 0), to = str_index(version, ')', 0);
  return from == SIZE_MAX || to == SIZE_MAX || to < from ? STR_EMPTY : str_sub(version, from + 1, to - from - 1);
}

static str full_release(struct facts_host *h, const struct os_release *r, str name)
{
  str full = r->version_id;
  if (str_eqz(name, "Debian")) {
    str exact = facts__read_line(h, "/etc/debian_version");
    full = exact.n > 0 ? exact : full;
  } else if (full.n > 0 && str_index(full, '.', 0) == SIZE_MAX) {
    full = arena_printf(h->arena, "%.*s.0", STR_FMT(full));
  }
  return full;
}

static void put_selinux(struct facts_host *h, struct fact *os)
{
  struct fact *selinux = fact_put(h->arena, os, "selinux", FACT_HASH);
  str config, line, enforce;
  bool enabled = facts__read(h, "/sys/fs/selinux/enforce", &enforce) && facts__read(h, "/etc/selinux/config", &config);
  fact_put_bool(h->arena, selinux, "enabled", enabled);
  if (!enabled) return;
  bool enforced = str_eqz(str_trim(enforce), "1");
  fact_put_bool(h->arena, selinux, "enforced", enforced);
  fact_put_strz(h->arena, selinux, "current_mode", enforced ? "enforcing" : "permissive");
  fact_put_str(h->arena, selinux, "policy_version", facts__read_line(h, "/sys/fs/selinux/policyvers"));
  while (facts__next_line(&config, &line)) {
    if (str_starts(line, STR("SELINUX="))) fact_put_str(h->arena, selinux, "config_mode", str_trim(str_from(line, 8)));
    else if (str_starts(line, STR("SELINUXTYPE=")))
      fact_put_str(h->arena, selinux, "config_policy", str_trim(str_from(line, 12)));
  }
}

static const char *architecture(const char *machine, bool debian)
{
  bool x86 = machine[0] == 'i' && strcmp(machine + 2, "86") == 0;
  return x86 ? "i386" : debian && strcmp(machine, "x86_64") == 0 ? "amd64" : machine;
}

void facts__os(struct facts_host *h)
{
  struct os_release r;
  struct utsname u;
  struct arena *a = h->arena;
  struct fact *os = fact_put(a, h->facts, "os", FACT_HASH);
  read_os_release(h, &r);
  str name = os_name(a, r.name);
  if (name.n == 0) name = STR("Linux");
  const char *family = family_of(name);
  if (!family) family = family_of(r.id_like);
  bool debian = family && strcmp(family, "Debian") == 0;
  bool ubuntu = str_eqz(name, "Ubuntu");
  str full = full_release(h, &r, name);
  fact_put_str(a, os, "name", name);
  fact_put_str(a, os, "family", family ? str_of(family) : name);
  put_release(a, os, full, ubuntu);
  if (uname(&u) == 0) {
    fact_put_strz(a, os, "hardware", u.machine);
    fact_put_strz(a, os, "architecture", architecture(u.machine, debian));
  }
  struct fact *distro = fact_put(a, os, "distro", FACT_HASH);
  fact_put_str(a, distro, "id", name);
  fact_put_str(a, distro, "description", r.pretty_name);
  fact_put_str(a, distro, "codename", r.codename.n > 0 ? r.codename : name_in_parentheses(r.version));
  put_release(a, distro, full, ubuntu);
  put_selinux(h, os);
}

/* The first three numbers of the release: 6.18.44 of 6.18.44-amd64. */
static str kernel_version(struct arena *a, const char *release)
{
  struct buf out = BUF_IN(a);
  int numbers = 0;
  for (const char *p = release; *p && numbers < 3; numbers++) {
    p += strcspn(p, "0123456789");
    size_t n = strspn(p, "0123456789");
    if (n > 0 && numbers > 0) buf_char(&out, '.');
    buf_append(&out, p, n);
    p += n;
  }
  return buf_view(&out);
}

void facts__kernel(struct facts_host *h)
{
  struct utsname u;
  if (uname(&u) != 0) return;
  str release = str_of(u.release);
  size_t dot = str_index(release, '.', 0);
  size_t second = dot == SIZE_MAX ? SIZE_MAX : str_index(release, '.', dot + 1);
  fact_put_strz(h->arena, h->facts, "kernel", u.sysname);
  fact_put_str(h->arena, h->facts, "kernelrelease", release);
  fact_put_str(h->arena, h->facts, "kernelversion", kernel_version(h->arena, u.release));
  fact_put_str(h->arena, h->facts, "kernelmajversion", str_sub(release, 0, second));
}

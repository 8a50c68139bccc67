/* Shared by the package type and its providers. */
#ifndef FICELLE_AGENT_PROVIDERS_PACKAGE_PACKAGE_H
#define FICELLE_AGENT_PROVIDERS_PACKAGE_PACKAGE_H

#include "agent/ral/ral.h"
#include "agent/system/command.h"

/* A package on this host, in r->data. */
struct package {
  bool known;   /* ensure and mark have been read */
  value ensure; /* a version, an array of versions, or absent, purged, present, disabled */
  value mark;   /* hold, none, manual; V_UNDEF: unknown */
  value latest; /* the newest version (for `latest`); V_UNDEF: not queried yet */
  bool prefetched;
  uint64_t changes; /* value of ral->changes at the prefetch */
  bool batched;     /* already installed together with others, before its turn */
  bool was_manual;  /* apt: it was marked as manually installed before the change */
};
struct package *package_of(struct ral_resource *r);
/* Reads the state if it is not known yet. */
bool package_read(struct ral_resource *r);

/* The `family` of a provider. NULL functions are not supported by it. */
struct package_provider {
  bool (*query)(struct ral_resource *r, struct package *p);
  bool (*install)(struct ral_resource *r);
  bool (*update)(struct ral_resource *r);
  bool (*uninstall)(struct ral_resource *r);
  bool (*purge)(struct ral_resource *r);
  bool (*hold)(struct ral_resource *r, bool hold);
  /* V_UNDEF: none was found. */
  bool (*latest)(struct ral_resource *r, value *version);
  /* Whether an installed version that differs from the wanted one is in sync, too. NULL: never. */
  bool (*fits)(struct ral_resource *r, value is);
  bool (*allow_virtual)(void); /* the default of allow_virtual; NULL: true */
};
static inline const struct package_provider *package_provider(const struct ral_resource *r)
{
  return r->provider->family;
}

/* A growing list of arguments. */
struct words {
  const char **items;
  size_t n, cap;
  struct arena *arena;
};
void words_add(struct words *w, const char *item);
/* Adds the options of an attribute: texts unchanged, hashes as key=value in the order of their keys. */
void words_add_options(struct words *w, const struct ral_resource *r, const char *attribute);
const char *package_name(const struct ral_resource *r);
/* The line of a program's output at *at; moves *at to the next line. *at must be less than text.n. */
str package_next_line(str text, size_t *at);

/* The program of a provider; a resource may name another one (`command`). NULL: it is not installed. */
const char *package_command(const struct ral_resource *r, const char *own);
/* Whether the program exists. */
bool package_check_command(struct ral *ral, const char *provider, const char *command);
/* The program, which must exist. NULL after ral_fail(). */
const char *package_command_must(const struct ral_resource *r, const char *own);

extern const struct ral_provider package_apt, package_dpkg, package_gem, package_pip, package_pip2, package_pip3,
  package_rpm, package_yum, package_dnf, package_tdnf;

/* Parses a line of `gem list`: "rake (13.0.6, default: 12.3.3)"; versions is an array. */
bool gem_parse(struct arena *a, str line, str *name, value *versions);
/* Parses a line of `pip freeze`: "six==1.16.0". */
bool pip_parse(str line, str *name, str *version);

/* A line of `rpm -q` in the format of rpm.c: five words. */
struct rpm_fields {
  str name, epoch, version, release, arch;
};
bool rpm_parse(str line, struct rpm_fields *out);
/* rpm; also used by yum and dnf. */
bool rpm_prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n);
bool rpm_instances(struct ral *ral, struct valuevec *names);
bool rpm_query(struct ral_resource *r, struct package *p);
bool rpm_fits(struct ral_resource *r, value is);
bool rpm_uninstall(struct ral_resource *r);
bool rpm_flush(struct ral_resource *r);
/* Parses the output of `yum check-update`: name, and name with architecture -> str *, "epoch:version-release". */
void yum_parse_updates(struct arena *a, str text, struct strmap *out);

/* --- dpkg; also used by apt --- */

/* Parses "install ok installed bash 5.2-1" into `ensure` and `mark` of *p; false: another format. */
bool dpkg_parse(struct arena *a, str line, bool provides, struct package *p, str *name, str *error);
/* What `dpkg-query -W` prints, in this form and another order, of the text of dpkg's file `status`. False: only
 * dpkg-query knows (a package of several architectures, say). */
bool dpkg_read_status(struct arena *a, str text, struct buf *out);
bool dpkg_prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n);
bool dpkg_instances(struct ral *ral, struct valuevec *names);
bool dpkg_query(struct ral_resource *r, struct package *p);
bool dpkg_purge(struct ral_resource *r);
bool dpkg_hold(struct ral_resource *r, bool hold);
bool dpkg_not_virtual(void);

/* The version after "Candidate:" of `apt-cache policy`; empty: no candidate. */
str apt_candidate(str policy);
/* The highest version of `apt-cache madison` in a range; empty: none. */
struct version_range;
str apt_best(str madison, const struct version_range *range);

#endif

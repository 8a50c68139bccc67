/* Versions of packages and ranges of them: "1.0", ">=1.0 <2.0". */
#ifndef FICELLE_AGENT_PROVIDERS_PACKAGE_VERSION_H
#define FICELLE_AGENT_PROVIDERS_PACKAGE_VERSION_H

#include "base/buf.h"

/* How one package system writes and orders its versions. */
struct version_kind {
  bool (*valid)(str version);
  int (*compare)(str a, str b);               /* of valid ones: negative, 0, positive */
  bool (*same)(str a, str b);                 /* NULL: compare gives 0 */
  void (*show)(struct buf *out, str version); /* NULL: as it is */
};
/* Debian's, as Puppet reads and orders them (which is dpkg's order but for rare forms). */
extern const struct version_kind version_debian;

/* Of rpm's versions: negative, 0, positive. An epoch or a release that `should` does not have is not compared. */
int version_rpm_compare(str should, str is);
/* The same of two versions in a range, where a missing epoch is 0. */
int version_rpm_compare_full(str a, str b);
/* How long the architecture is that a text begins with (".x86_64"); 0: it begins with none. */
size_t version_rpm_architecture(str s);

/* Ruby's gems, and Python's packages. */
extern const struct version_kind version_gem, version_pip;
/* "~> 1.2" of a gem: its operator ("=" if not given) and version. */
bool version_gem_requirement(str text, str *op, str *version);
bool version_gem_satisfies(str version, str op, str wanted);
bool version_gem_is_prerelease(str version);

enum version_operator { VERSION_EQUAL, VERSION_MORE, VERSION_MORE_EQUAL, VERSION_LESS, VERSION_LESS_EQUAL };

struct version_range {
  struct {
    enum version_operator op;
    str version;
  } parts[2];
  int n; /* 1 or 2: both must hold */
};
/* False: it is no range of such versions. */
bool version_range_parse(const struct version_kind *kind, str text, struct version_range *out);
/* Whether a valid version lies in it. */
bool version_range_has(const struct version_kind *kind, const struct version_range *range, str version);
/* A range of one part without an operator. */
bool version_range_is_equal(const struct version_range *range);
void version_range_show(const struct version_kind *kind, const struct version_range *range, struct buf *out);

#endif

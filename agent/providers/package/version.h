/* Versions of packages, and ranges of versions: "1.0", ">=1.0 <2.0". */
#ifndef FICELLE_AGENT_PROVIDERS_PACKAGE_VERSION_H
#define FICELLE_AGENT_PROVIDERS_PACKAGE_VERSION_H

#include "base/buf.h"

/* How a package system parses and orders its versions. */
struct version_kind {
  bool (*valid)(str version);
  int (*compare)(str a, str b);               /* for valid versions: negative, 0, positive */
  bool (*same)(str a, str b);                 /* NULL: the same if compare returns 0 */
  void (*show)(struct buf *out, str version); /* NULL: printed unchanged */
};
/* Debian's versions, read and ordered as in Puppet (dpkg's order, except for rare forms). */
extern const struct version_kind version_debian;

/* Compares rpm versions: negative, 0, positive. An epoch or release that `should` does not have is ignored. */
int version_rpm_compare(str should, str is);
/* The same for versions in a range, where a missing epoch is 0. */
int version_rpm_compare_full(str a, str b);
/* The length of the architecture (".x86_64") at the beginning of a text; 0: none. */
size_t version_rpm_architecture(str s);

/* Ruby's gems, and Python's packages. */
extern const struct version_kind version_gem, version_pip;
/* Parses "~> 1.2" of a gem: operator ("=" if missing) and version. */
bool version_gem_requirement(str text, str *op, str *version);
bool version_gem_satisfies(str version, str op, str wanted);
bool version_gem_is_prerelease(str version);

enum version_operator { VERSION_EQUAL, VERSION_MORE, VERSION_MORE_EQUAL, VERSION_LESS, VERSION_LESS_EQUAL };

struct version_range {
  struct {
    enum version_operator op;
    str version;
  } parts[2];
  int n; /* 1 or 2: all must hold */
};
/* False: not a range of such versions. */
bool version_range_parse(const struct version_kind *kind, str text, struct version_range *out);
/* Whether a valid version is in the range. */
bool version_range_has(const struct version_kind *kind, const struct version_range *range, str version);
/* A range of one part without an operator. */
bool version_range_is_equal(const struct version_range *range);
/* Compares numbers of any length; an empty text is 0. */
int version_compare_numbers(str a, str b);
void version_range_show(const struct version_kind *kind, const struct version_range *range, struct buf *out);

#endif

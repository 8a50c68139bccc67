/* SemVer: versions as defined by semver.org 2.0.0. */
#ifndef FICELLE_VALUES_SEMVER_H
#define FICELLE_VALUES_SEMVER_H

#include "compiler/values/rich.h"

/* A part of a pre-release. Numbers are compared as numbers and are lower than texts. */
struct semver_part {
  bool is_number;
  int64_t number;
  str text;
};

struct semver {
  int64_t major, minor, patch;
  bool infinite; /* above all versions: the open end of ranges, printed as "Infinity.0.0" */
  bool has_prerelease, has_build;
  struct semver_part *prerelease; /* empty in the lowest version, the open beginning of ranges */
  uint32_t nprerelease;
  str build;
};

extern const struct rich_kind semver_kind;
/* The ends of open ranges. */
extern const struct semver semver_lowest, semver_highest;

static inline value value_semver(const struct semver *v) { return (value){.kind = V_SEMVER, .semver = v}; }
static inline bool semver_is_stable(const struct semver *v) { return v->nprerelease == 0; }

/* Parses a version and borrows its text. On failure returns NULL with Puppet's message in *error. */
const struct semver *semver_parse(struct arena *a, str text, str *error);
/* Parses the pre-release "a.1.b"; false for a number with leading zeros. */
bool semver_parse_prerelease(struct arena *a, str text, struct semver *out, str *error);
/* Reads letters, digits and hyphens, separated by single dots, from *at on, and moves *at after them. False if there
 * are none, or a dot is last. */
bool semver_read_qualifier(str s, size_t *at, str *out);
/* Converts digits to a number; false if it does not fit. */
bool semver_number(str digits, int64_t *out);
const struct semver *semver_new(struct arena *a, int64_t major, int64_t minor, int64_t patch);
/* Compares by precedence, without builds: -1, 0, 1. */
int semver_compare(const struct semver *a, const struct semver *b);
/* Whether all parts are equal, also the builds. */
bool semver_same(const struct semver *a, const struct semver *b);
void semver_render(struct buf *out, const struct semver *v);

#endif

/* SemVer and SemVerRange. */
#include "compiler/functions/convert.h"
#include "compiler/values/semver_range.h"

/* A pre-release as an argument is one string, including its dots. */
static value version_of(struct fn_call *call, const value parts[5])
{
  struct semver *v = ARENA_NEW(call->arena, struct semver);
  *v = *semver_new(call->arena, parts[0].integer, parts[1].integer, parts[2].integer);
  if (parts[3].kind == V_STRING) {
    v->has_prerelease = true;
    v->nprerelease = 1;
    v->prerelease = arena_array(call->arena, 1, sizeof *v->prerelease);
    v->prerelease[0].text = value_text(parts[3]);
  }
  v->has_build = parts[4].kind == V_STRING;
  if (v->has_build) v->build = value_text(parts[4]);
  return value_semver(v);
}

/* The parts are arguments, or members of a hash. */
static value version_from_parts(struct fn_call *call)
{
  static const char *const names[] = {"major", "minor", "patch", "prerelease", "build"};
  const value first = call->args[0];
  value parts[5];
  for (uint32_t i = 0; i < 5; i++)
    parts[i] = first.kind == V_HASH ? hash_member(first.hash, names[i]) : fn_arg(call, i);
  return version_of(call, parts);
}

static value bad_version(struct fn_call *call)
{
  FN_FAIL(call, "'new_Version' The string '%.*s' cannot be converted to a SemVer", STR_FMT(fn_text(call, 0)));
}

static value range_between(struct fn_call *call, value min, value max, bool exclude)
{
  const struct semver *low = min.kind == V_SEMVER ? min.semver : &semver_lowest;
  const struct semver *high = max.kind == V_SEMVER ? max.semver : &semver_highest;
  return value_semver_range(semver_range_between(call->arena, low, high, exclude));
}

static value range_from_versions(struct fn_call *call)
{
  return range_between(call, call->args[0], call->args[1], value_truthy(fn_arg(call, 2)));
}

static value range_from_hash(struct fn_call *call)
{
  const struct hash *h = call->args[0].hash;
  const value max = hash_get_str(h, STR("max")) == NULL ? VALUE_DEFAULT : hash_member(h, "max");
  return range_between(call, hash_member(h, "min"), max, value_truthy(hash_member(h, "exclude_max")));
}

#define NUMBER "(0|[1-9]\\d*)"
#define PARTS "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*"

const struct fn_row convert_semver_rows[] = {
  {"new_Version",
   "type PositiveInteger = Integer[0, default];"
   "type SemVerQualifier = Pattern[/\\A(?<part>[0-9A-Za-z-]+)(?:\\.\\g<part>)*\\Z/];"
   "type SemVerPattern = Pattern[/\\A" NUMBER "\\." NUMBER "\\." NUMBER "(?:-(" PARTS "))?(?:\\+(" PARTS "))?\\Z/];"
   "type SemVerHash = Struct[{major => PositiveInteger, minor => PositiveInteger, patch => PositiveInteger, "
   "Optional[prerelease] => SemVerQualifier, Optional[build] => SemVerQualifier}];"
   "SemVerPattern $str",
   convert_text, "a version", .number = V_SEMVER},
  {"new_Version",
   "PositiveInteger $major, PositiveInteger $minor, PositiveInteger $patch, SemVerQualifier ?$prerelease, "
   "SemVerQualifier ?$build",
   version_from_parts, "a version"},
  {"new_Version", "SemVerHash $hash_args", version_from_parts, "a version"},
  {"new_Version", "String $str", bad_version, "explains why a string is not a version", .only_explains = true},
  {0},
};
const struct fn_row convert_semver_range_rows[] = {
  {"new_VersionRange",
   "type SemVerRangeString = String[1];"
   "type SemVerRangeHash = Struct[{min => Variant[Default, SemVer], Optional[max] => Variant[Default, SemVer], "
   "Optional[exclude_max] => Boolean}];"
   "SemVerRangeString $str",
   convert_text, "a range of versions", .number = V_SEMVER_RANGE},
  {"new_VersionRange", "Variant[Default, SemVer] $min, Variant[Default, SemVer] $max, Boolean ?$exclude_max",
   range_from_versions, "a range of versions"},
  {"new_VersionRange", "SemVerRangeHash $hash_args", range_from_hash, "a range of versions"},
  {0},
};

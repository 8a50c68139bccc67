/* The files that match a pattern with *, ?, [a-z], {a,b} and two stars for any depth, in the order of Ruby's Dir.glob.
 * Directories that were read are registered, so that the environment detects new files. */
#ifndef FICELLE_LOOKUP_GLOB_H
#define FICELLE_LOOKUP_GLOB_H

#include "compiler/compilation/compilation.h"

struct glob_result {
  str *items;
  uint32_t n, cap;
};

/* An absolute pattern. Fails when there are too many alternatives or directories. */
struct glob_result glob_find(struct compilation *c, str pattern, bool with_directories);

#endif

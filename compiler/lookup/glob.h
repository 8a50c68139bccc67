/* Files that a pattern with *, ?, [a-z], {a,b} and two stars for any depth stands for, in the order of Ruby's
 * Dir.glob. Directories are passed over; those that were read are watched, so that new files are noticed. */
#ifndef FICELLE_LOOKUP_GLOB_H
#define FICELLE_LOOKUP_GLOB_H

#include "compiler/compilation/compilation.h"

struct glob_result {
  str *items;
  uint32_t n, cap;
};

/* An absolute pattern. Fails when there are too many alternatives or directories. */
struct glob_result glob_files(struct compilation *c, str pattern);
/* The same with directories. */
struct glob_result glob_all(struct compilation *c, str pattern);

#endif

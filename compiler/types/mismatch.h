/* The differences between an expected and an actual type: a list of mismatches, each at a path into the value. */
#ifndef FICELLE_TYPES_MISMATCH_H
#define FICELLE_TYPES_MISMATCH_H

#include "compiler/types/type_internal.h"

enum path_kind {
  PATH_SUBJECT,
  PATH_ENTRY,
  PATH_KEY,
  PATH_PARAMETER,
  PATH_RETURN,
  PATH_BLOCK,
  PATH_INDEX,
  PATH_VARIANT,
  PATH_SIGNATURE
};
struct path_element {
  enum path_kind kind;
  str key;
  uint32_t index;
};
struct path {
  const struct path_element *items;
  uint32_t n;
};

enum mismatch_kind {
  MISMATCH_MISSING_KEY,
  MISMATCH_MISSING_PARAMETER,
  MISMATCH_EXTRA_KEY,
  MISMATCH_EXTRA_PARAMETER,
  MISMATCH_UNEXPECTED_BLOCK,
  MISMATCH_MISSING_BLOCK,
  MISMATCH_UNRESOLVED,
  MISMATCH_TYPE,
  MISMATCH_PATTERN, /* a pattern mismatch is a type mismatch with a special text */
  MISMATCH_SIZE,
  MISMATCH_COUNT /* a count mismatch is a size mismatch of arguments */
};
struct mismatch {
  enum mismatch_kind kind;
  struct path path;
  str key;                       /* name of a key, parameter or unresolved type */
  const type *expected, *actual; /* TYPE, PATTERN: in normal form */
  struct type_range expected_size, actual_size;
};
struct mismatches {
  struct mismatch *items;
  uint32_t n, cap;
};

struct path path_with(struct arena *a, struct path p, struct path_element e);
void mismatch_add(struct mismatches *list, struct arena *a, struct mismatch m);
void mismatch_add_all(struct mismatches *list, struct arena *a, const struct mismatches *more);
struct mismatch mismatch_type(struct arena *a, enum mismatch_kind kind, struct path path, const type *expected,
                              const type *actual);
struct mismatch mismatch_size(enum mismatch_kind kind, struct path path, struct type_range expected,
                              struct type_range actual);
/* Removes the path element at index `at`. */
struct mismatch mismatch_chop(struct arena *a, struct mismatch m, uint32_t at);
/* Appends the text, which begins with a space. */
void mismatch_format(struct arena *a, struct buf *out, const struct mismatch *m);

/* Appends the reasons why `actual` is not assignable to `expected`. */
void mismatch_describe(struct arena *a, struct mismatches *out, const type *expected, const type *actual,
                       struct path path);
/* Merges the lists of several alternatives that all failed: if they failed alike, into a single mismatch that covers
 * them. `lists` has `count` lists; `at` is the position in the path where the alternatives differ. */
void mismatch_merge(struct arena *a, struct mismatches *out, uint32_t at, enum mismatch_kind size_kind,
                    const struct mismatches *lists, uint32_t count);

#endif

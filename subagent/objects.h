/* The objects of a publisher: functions to read the tree, and the writable objects.
 *
 * A SET of several objects changes all of them or none. The publisher checks the type, the range and the length of
 * each value first, then calls for every object of the request `reserve`, then `change` for every one, then `commit`
 * for every one. When a step fails for one of them, `undo` is called for those that were changed, and everything always
 * ends with `release`. Until `commit`, data that `undo` needs must be kept. */
#ifndef FICELLE_SUBAGENT_OBJECTS_H
#define FICELLE_SUBAGENT_OBJECTS_H

#include "subagent/mib_value.h"

/* SNMP errors returned by the functions below. */
enum set_result {
  SET_OK = 0,
  SET_FAILED = 5, /* genErr */
  SET_WRONG_VALUE = 10,
  SET_NO_CREATION = 11,
  SET_INCONSISTENT_VALUE = 12,
  SET_NO_RESOURCES = 13,
  SET_COMMIT_FAILED = 14,
  SET_UNDO_FAILED = 15,
  SET_NOT_WRITABLE = 17,
};

/* The processing of one object in a request: `instance` is the part of its name after the column. `kept` is NULL at
 * first and then belongs to the object, until `release`. */
struct set_step {
  const uint32_t *instance;
  size_t instance_n;
  struct mib_value value;
  void *kept;
};

/* A writable object, or a column whose instances are all writable. */
struct writable {
  uint32_t below_root[6];
  size_t below_root_n;
  enum mib_type type;
  int64_t least, most; /* of the number, or of the length of octets */
  enum set_result (*reserve)(void *ctx, struct set_step *step);
  enum set_result (*change)(void *ctx, struct set_step *step);
  enum set_result (*commit)(void *ctx, struct set_step *step);
  enum set_result (*undo)(void *ctx, struct set_step *step);
  void (*release)(void *ctx, struct set_step *step);
};

struct objects {
  void *ctx;
  /* The value at exactly `name`; its type is NO_SUCH_OBJECT or NO_SUCH_INSTANCE if it does not exist. Octets are
   * borrowed until the next call. */
  void (*get)(void *ctx, const struct oid *name, struct mib_value *value);
  /* The first instance after `start` (at or after it, if `include`). False at the end. */
  bool (*next)(void *ctx, const struct oid *start, bool include, struct oid *name, struct mib_value *value);
  const struct writable *writable;
  size_t writable_n;
};

#endif

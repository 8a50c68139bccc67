/* Types of times, versions and URIs: their parameters. Shared by the files of this folder. */
#ifndef FICELLE_TYPES_TYPE_RICH_H
#define FICELLE_TYPES_TYPE_RICH_H

#include "compiler/types/type_internal.h"

/* SemVer[ranges]: ranges that overlap or touch become one. */
const type *type_semver(struct arena *a, const struct semver_range *const *items, uint32_t n);

/* Returns the type of a rich value, and whether a value is an instance of a type. */
const type *type_of_rich(struct arena *a, value v);
bool type_instance_rich(const type *t, value v);
/* The same for one kind of value and its type. */
const type *type_of_time(struct arena *a, value v);
const type *type_of_uri(struct arena *a, value v);
bool type_instance_time(const type *t, value v);
bool type_instance_semver(const type *t, value v);
bool type_instance_uri(const type *t, value v);

/* The type that infer_set returns for a SemVer: the range of this version only. */
const type *type_of_semver_exactly(struct arena *a, value v);

/* Converts a string to a rich value of a kind (rich_parse); returns a value of that kind as it is. Fails with the
 * message of the parser. */
value type_rich_value(struct context *c, enum value_kind kind, value v);

/* For assignability, equality and common types. `to` and `a` are of one of these kinds. Types of other kinds are not
 * assignable; `b` has the kind of `a`. */
bool type_rich_assignable(const type *to, const type *from);
bool type_rich_equal(const type *a, const type *b);
/* The range that covers two types of times that overlap. NULL: there is a gap. */
const type *type_time_merge(struct arena *a, const type *x, const type *y);
void type_rich_format(struct buf *out, const type *t);

/* Type[parameters]. */
struct access;
const type *access_time(const struct access *x);
const type *access_semver(const struct access *x);
const type *access_uri(const struct access *x);

#endif

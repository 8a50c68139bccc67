/* Resource types of an environment, read from its files: what the files restype*.c share. */
#ifndef FICELLE_ENVIRONMENT_RESTYPES_H
#define FICELLE_ENVIRONMENT_RESTYPES_H

#include "compiler/environment/internal.h"
#include "compiler/restypes/restype.h"

/* A type of the environment's .resource_types. Fails when the file is not what `generate types` writes. */
const struct restype *restype_read_static(struct compilation *c, struct environment_file *f, const symbol *name);
/* A type of a module, written in Ruby. Fails with Puppet's message when its file does; NULL when it makes no type of
 * that name. */
const struct restype *restype_read_ruby(struct compilation *c, struct environment_file *f, const symbol *name);
/* The parameters that the type's file derives from a title. Fails with Ruby's message. */
void restype_split_in_ruby(struct compilation *c, const struct restype *t, str title, struct title_parts *out);

#endif

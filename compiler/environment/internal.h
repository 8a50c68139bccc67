/* What the files of compiler/environment/ share. */
#ifndef FICELLE_ENVIRONMENT_INTERNAL_H
#define FICELLE_ENVIRONMENT_INTERNAL_H

#include "compiler/environment/environment.h"

/* "dir/name", "dir/name.pp" … in an arena. */
str environment_path_join(struct arena *a, str directory, str name);
/* "dir/folder/name"; without the folder when it is empty. */
str environment_path_in(struct arena *a, str directory, str folder, str name);
/* "a::b" -> "a/b" + suffix, in lower case. */
str environment_path_of(struct arena *a, str name, const char *suffix);
/* The program of a file, parsed at its first use; NULL when it does not exist. Fails when it does not parse. */
struct ast_program *environment_parse(struct compilation *c, struct environment_file *f, bool epp);
struct ast_program *environment_parse_text(struct compilation *c, struct environment_file *f, str file, str text,
                                           bool epp);
/* Before a file is used: one that was read in advance is from now on checked for changes. If it has changed since then,
 * discards what was read, unless files of the environment are never checked. */
void environment_begin_use(struct environment *e, struct environment_file *f);
/* Tells the observer and the log what parsing the file told when it was parsed. */
void environment_used(struct compilation *c, struct environment_file *f);
/* Registers what a text defines; `f`: the file it is of, or NULL. Fails when something is there already. */
void environment_register(struct compilation *c, struct ast_program *p, struct environment_file *f, str module_name);
/* Data types in Ruby, whose file is read then: in the module that the name begins with or in the environment itself,
 * where Puppet looks before it looks for a type alias there; and by a name without a module in all modules. NULL: no
 * file. */
const struct definition *environment_datatype(struct compilation *c, const symbol *name);
const struct definition *environment_datatype_of_any_module(struct compilation *c, const symbol *name);

#endif

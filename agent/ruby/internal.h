/* What the files of agent/ruby share. */
#ifndef FICELLE_AGENT_RUBY_INTERNAL_H
#define FICELLE_AGENT_RUBY_INTERNAL_H

#include "agent/ruby/bridge.h"
#include "compiler/ruby/ruby.h"

struct ral_ruby {
  struct compilation c; /* first: rows get it */
  struct ral *ral;
  struct compile_settings settings;
  struct node_data node;
  struct strmap types;     /* name -> struct ral_type *; NULL: no module has one */
  struct strmap providers; /* "type/name" -> struct ral_provider *, of types in C */
  struct strmap defaults;  /* type in C -> struct ptrvec * of its providers that are a default */
  struct ptrvec objects;   /* struct ral_resource *, by the number that Ruby knows them by */
  struct ptrmap numbers;   /* struct ral_resource * -> its number + 1 */
};

/* --- struct ral_foreign --- */
/* The type of that name that a module has in Ruby. NULL: no module has, or with ral->error it cannot be used. */
const struct ral_type *ral_ruby_type(struct ral *ral, str name);
/* The provider of that name that a module has in Ruby for a type in C (agent/ruby/provider.c). NULL: no module has, or
 * with ral->error it cannot be used. */
const struct ral_provider *ral_ruby_provider(struct ral *ral, const struct ral_type *t, str name);
/* The provider in Ruby that is this host's default for a type in C, and more specific than `least`; NULL: none. Ruby is
 * started only when the file of a provider contains `defaultfor`. */
const struct ral_provider *ral_ruby_default_provider(struct ral *ral, const struct ral_type *t, int least);

/* Before the first call of a run. */
void ruby_begin(struct ral_ruby *ruby);
/* The file of that name below a directory `lib` of the environment; empty: none has it. */
str ruby_find_file(struct ral *ral, str relative);
/* A Ruby file; the name is without its folder and without .rb. */
struct module_file {
  str path, name;
};
/* The Ruby files that contain `word`, of a folder below the directories `lib` of the environment, as struct module_file
 * *: each name once, the first that is found. */
void ruby_list_files(struct ral *ral, str folder, str word, struct ptrvec *files);
/* Whether Ruby is available for `what`, which that file defines; false with ral->error. */
bool ruby_is_there(struct ral *ral, str what, str file);
/* Ficelle::Agent.OP(args...); false with ral->error when it raised. `out` may be NULL. */
bool ruby_do(struct ral *ral, const char *op, const value *args, uint32_t n, value *out);
/* The same for a resource, whose number comes first. */
bool ruby_ask(struct ral_resource *r, const char *op, const value *args, uint32_t n, value *out);
/* The resource's number, a new one when it has none. */
uint32_t ruby_number(struct ral_resource *r);
/* NULL: no resource has that number. */
struct ral_resource *ruby_numbered(const struct ral_ruby *ruby, value number);
extern const struct ruby_row agent_rows[];

#endif

/* Shared by the files of agent/ruby. */
#ifndef FICELLE_AGENT_RUBY_INTERNAL_H
#define FICELLE_AGENT_RUBY_INTERNAL_H

#include "agent/ruby/bridge.h"
#include "compiler/ruby/ruby.h"

struct ral_ruby {
  struct compilation c; /* first member, since rows receive a pointer to it */
  struct ral *ral;
  struct compile_settings settings;
  struct node_data node;
  struct strmap types;     /* name -> struct ral_type *; NULL: no module has that type */
  struct strmap providers; /* "type/name" -> struct ral_provider *, for types in C */
  struct strmap defaults;  /* type in C -> struct ptrvec * of its providers that can be a default */
  struct ptrvec objects;   /* struct ral_resource *, indexed by their numbers in Ruby */
  struct ptrmap numbers;   /* struct ral_resource * -> its number + 1 */
};

/* --- struct ral_foreign --- */
/* Finds a module's type in Ruby. NULL: no module has it, or with ral->error it cannot be used. */
const struct ral_type *ral_ruby_type(struct ral *ral, str name);
/* Whether a type in C behaves like its module's type. A module without a version has it: plug-ins from a server come
 * without metadata.json. */
bool ral_ruby_implemented(struct ral *ral, const struct ral_type *t);
/* Finds a module's provider in Ruby for a type in C (agent/ruby/provider.c). NULL: no module has it, or with ral->error
 * it cannot be used. */
const struct ral_provider *ral_ruby_provider(struct ral *ral, const struct ral_type *t, str name);
/* The provider in Ruby that is this host's default for a type in C, if it is more specific than `least`; NULL: none.
 * Starts Ruby only if the file of a provider contains `defaultfor`. */
const struct ral_provider *ral_ruby_default_provider(struct ral *ral, const struct ral_type *t, int least);

/* Call this before the first call of a run. */
void ruby_begin(struct ral_ruby *ruby);
/* Finds a file in the directories `lib` of the environment; empty: not found. */
str ruby_find_file(struct ral *ral, str relative);
/* A Ruby file; `name` is without folder and without .rb. */
struct module_file {
  str path, name;
};
/* Lists the Ruby files that contain `word` in a folder of the directories `lib` of the environment, as struct
 * module_file *; the first file of each name only. */
void ruby_list_files(struct ral *ral, str folder, str word, struct ptrvec *files);
/* Whether Ruby is available for `what`, which `file` defines; false with ral->error. */
bool ruby_is_there(struct ral *ral, str what, str file);
/* Calls Ficelle::Agent.OP(args...); false with ral->error if it raised. `out` may be NULL. */
bool ruby_do(struct ral *ral, const char *op, const value *args, uint32_t n, value *out);
/* The same for a resource, whose number is the first argument. */
bool ruby_ask(struct ral_resource *r, const char *op, const value *args, uint32_t n, value *out);
/* The resource's number; assigned at the first call. */
uint32_t ruby_number(struct ral_resource *r);
/* NULL: no resource has that number. */
struct ral_resource *ruby_numbered(const struct ral_ruby *ruby, value number);
extern const struct ruby_row agent_rows[];

#endif

/* Environments: where manifests and modules are, what they define, and the cache of parsed files.
 *
 * An environment is opened once and serves many compilations. Everything read from files lives in the arena
 * of the environment's generation; before a compilation the files are looked at again (environment_refresh)
 * and when one has changed a new, empty generation begins. Results of a compilation must not outlive the
 * generation it used. */
#ifndef FICELLE_ENVIRONMENT_ENVIRONMENT_H
#define FICELLE_ENVIRONMENT_ENVIRONMENT_H

#include "base/map.h"
#include "compiler/compilation/compilation.h"
#include "compiler/compilation/host.h"
#include "compiler/syntax/ast.h"

struct lookup_store;
struct restype;
struct settings;
struct title_parts;

enum definition_kind { DEFINITION_CLASS, DEFINITION_DEFINE, DEFINITION_NODE, DEFINITION_FUNCTION, DEFINITION_ALIAS };

struct definition_param {
  const symbol *name;
  const struct ast_parameter *ast;
  const ast *default_value; /* NULL: required */
};

struct definition {
  enum definition_kind kind;
  const symbol *name; /* lower case, absolute without "::"; "" for main; aliases: lower case */
  str written;        /* aliases: "Mod::Port" */
  const ast *node;    /* ast_definition, ast_node, ast_type_alias; NULL for main */
  struct ast_program *program;
  const ast *body;      /* NULL: empty; main: see `parts` */
  struct ptrvec parts;  /* main: struct ast_program * of each manifest, in order */
  const symbol *parent; /* class inherited; NULL: none */
  struct definition_param *params;
  uint32_t nparams;
  str module_name; /* empty: not from a module */
  bool announced;  /* defines: the name is known to types, and may still be taken by a class */
  bool is_regex;   /* nodes */
  bool in_ruby;    /* aliases: data types whose instances are objects of Ruby */
  str ruby_class;  /* the class of these objects if the type does not contain it; empty: none */
  const struct regex *regex;
  str file;
  uint32_t line;
  struct environment_file *origin;
  /* Types of the parameters, made once per compilation: valid while `serial` is that of the compilation. */
  const struct lookup_key *lookup_keys; /* of the parameters of a class, in data; NULL: not made yet */
  const struct type **param_types;
  uint64_t serial;
  const struct type *alias; /* of aliases that are the same in every compilation; NULL until made */
};

struct environment_options {
  str name;
  const str *modulepath; /* directories, in order */
  uint32_t nmodulepath;
  str manifest;  /* file or directory; empty: none */
  bool has_code; /* the setting `code` replaces the manifest */
  str code;
  str config_version;              /* command; empty: the time */
  str path;                        /* its own directory (functions/, types/); empty: none */
  str hiera_config;                /* the global hierarchy of data; empty: none */
  str data_provider;               /* environment_data_provider of older environments; empty: none */
  str codedir;                     /* contains the data of a hierarchy of version 3 */
  int64_t timeout_s;               /* interval of checking files; 0: before each compilation; < 0: never */
  bool rich_data, static_catalogs; /* of environment.conf, or the settings */
};

/* Results of native renderings of a template. After a rendering that needed Ruby, the next ones begin with Ruby; native
 * rendering is tried again from time to time, since it may depend on the values. */
struct erb_history {
  str reason; /* why the last rendering needed Ruby */
  uint32_t line;
  uint32_t to_skip, skipped; /* how many renderings will begin with Ruby; how many did so last time */
};

/* A template in ERB. */
struct erb_file {
  str path; /* empty: inline */
  str text;
  struct erb_template *parsed;
  struct erb_history *history; /* NULL: the template is not kept */
};

/* A file that was read or found missing. */
struct environment_file {
  str path;
  struct host_stat stat;
  bool parsed, is_main;
  bool ahead; /* read in advance and not used yet: not registered, and not checked for changes */
  struct ast_program *program;
  struct erb_file *erb;           /* set if it was read as an ERB template */
  struct parse_warning *warnings; /* logged in every compilation that uses the file */
  uint32_t nwarnings;
  uint64_t bytes, serial; /* serial: the last compilation that counted a cache hit */
};

struct module_version {
  uint8_t major, minor;
}; /* 255: 255 or more */

/* A module. */
struct module {
  str directory;
  struct module_version version; /* from metadata.json; 0.0: none */
  const str *dependencies;       /* names of modules, from metadata.json */
  uint32_t ndependencies;
};

/* Definitions of its manifests. Maps: symbol -> struct definition *. */
struct environment_definitions {
  struct ptrmap classes, defines, nodes, functions, aliases;
  struct ptrvec node_list; /* in order of declaration */
  struct definition *main;
  bool main_loaded;
};

/* Names without a definition, kept for one compilation so that they are not searched again. */
struct environment_missing {
  struct ptrmap classes, defines;
  struct arena *arena;
  uint64_t serial; /* of the compilation */
};

/* Files that were read and parsed. */
struct environment_files {
  struct strmap by_path;   /* path -> struct environment_file * */
  struct strmap epp_texts; /* text -> struct ast_program *: inline templates without warnings */
  struct strmap erb_texts; /* text -> struct erb_file * */
  int64_t checked_s;       /* when they were checked last */
  uint64_t read_us;        /* total time of reading and parsing */
};

/* Modules and their code in Ruby. */
struct environment_modules {
  struct strmap found;          /* name -> struct module *, or NULL: no such module */
  struct strmap ruby_files;     /* files in Ruby that were searched; NULL: no such file */
  struct strmap *functions;     /* name -> struct ruby_file *: without a namespace; NULL: not searched yet */
  struct ptrvec with_datatypes; /* str *: directories of modules that have data types in Ruby */
  bool datatypes_found;         /* they have been searched */
  enum {
    DATATYPES_UNKNOWN,
    DATATYPES_NONE,
    DATATYPES_THERE
  } own_datatypes; /* whether the environment itself has some */
};

/* Resource types. */
struct environment_restypes {
  struct ptrmap found;          /* symbol -> const struct restype *, or NULL: no such type */
  struct ptrvec metaparameters; /* const symbol *: added by code in Ruby */
  struct strmap *ruby_files;    /* name of a type -> str * path of its file in a module; NULL: not searched yet */
};

/* Counts of the last catalog, to reserve room for the next one. */
struct environment_sizes {
  uint32_t names, tags;
};

struct environment {
  uint64_t id;                        /* unique in the process */
  struct environment_options options; /* copied */
  const struct host *host;
  struct arena *arena;    /* of the environment itself */
  arena_fail_fn *on_fail; /* of all its arenas while a compilation runs; NULL: none */
  void *on_fail_ctx;
  struct environment_sizes last;
  /* All members below belong to the generation and are in its arena. */
  struct arena *generation;
  uint64_t generation_number;
  bool broken;      /* loading was interrupted: the next compilation begins a new generation */
  str version_text; /* of config_version */
  int64_t version_number;
  struct environment_definitions defined;
  struct environment_missing missing;
  struct environment_files files;
  struct environment_modules modules;
  struct environment_restypes restypes;
  struct ptrmap displays;            /* symbol -> char *, of the same length: names of types and classes for display */
  struct lookup_store *lookup_store; /* data that lookups have read; NULL: none yet */
};

/* Never fails: invalid paths are reported when they are used. */
struct environment *environment_new(const struct environment_options *o, const struct host *host);
void environment_free(struct environment *e);
/* Sets the function that all its arenas call when memory is exhausted; NULL: the process ends. After such a failure the
 * environment is broken. */
void environment_on_fail(struct environment *e, arena_fail_fn *fn, void *ctx);
/* Begins a new generation if a file has changed, or always with `force`. */
void environment_refresh(struct environment *e, bool force);
/* Whether a file has changed since it was read or found missing. */
bool environment_has_changed(const struct environment *e);

/* Finds NAME in the setting environmentpath and reads its environment.conf. The settings are the defaults, and the
 * values of $names in the file; the bytes of *out are in the arena. False with Puppet's message if there is no such
 * environment (out->path is empty then) or its file is invalid. Warnings go to the host's log. */
bool environment_read_conf(struct arena *a, const struct host *host, struct settings *settings, str name,
                           struct environment_options *out, str *error);

/* --- finding definitions, or loading them from the module that should have them. Names may have any case and a leading
 * "::". NULL: not found. They fail if a file cannot be parsed. --- */
const struct definition *environment_find_class(struct compilation *c, str name);
/* Finds a class or define that has been loaded or was made in this compilation. */
const struct definition *environment_loaded(struct compilation *c, enum definition_kind kind, str name);
/* Registers a class or define without code for this compilation. Its name must be unused. */
void environment_make(struct compilation *c, struct definition *d);
const struct definition *environment_find_define(struct compilation *c, str name);
/* Functions written in Puppet. */
const struct definition *environment_find_function(struct compilation *c, str name);
/* Whether a manifest that was read defines the function: only such a function has precedence over a built-in one of the
 * same name. */
bool environment_defines_function(struct compilation *c, str name);
/* Finds a type alias by its name as written ("Mod::Port"). */
const struct definition *environment_find_alias(struct compilation *c, str name);
/* Finds the node definition for a name, else for `default`, each by name and then by regular expression. For a regular
 * expression sets *match, and *matched to the text that it matched. */
const struct definition *environment_find_node(struct compilation *c, str name, struct regex_match *match,
                                               str *matched);

/* Registers the definitions of a text that is not a manifest of the environment (the argument of the command
 * `evaluate`). Fails if one of them exists. */
void environment_define(struct compilation *c, struct ast_program *p);

/* A file in Ruby of a module. */
struct ruby_file {
  str path, module;       /* module: empty for the environment's own */
  bool old;               /* a function with the API of Puppet 3 (lib/puppet/parser/functions) */
  bool shared;            /* several modules have a function of that name */
  struct ruby_file *next; /* the next module's function of that name, or the same module's with the older API */
};
/* Finds the file of a function; NULL: no module has it. Of several modules that have it the one with the
 * file `caller` comes first, then those it depends on, then all in their order. */
const struct ruby_file *environment_ruby_function(struct compilation *c, str name, str caller);
/* The same in the environment's own lib/: functions without a module's name, and environment::NAME with the API of
 * Puppet 4. */
const struct ruby_file *environment_own_function(struct compilation *c, str name, bool old);
/* The same in modules and the environment, only with the API of Puppet 3. */
const struct ruby_file *environment_older_function(struct compilation *c, str name);
/* Parses the text of a plan for this compilation; fails if it is invalid. */
struct ast_program *environment_parse_plan(struct compilation *c, str file, str text);
/* Parses the interface of a data type in Ruby, a hash in the Puppet language, into `a`; fails if it is invalid. */
struct ast_program *environment_parse_interface(struct compilation *c, struct arena *a, str text);
/* Returns the directories that Ruby loads from: lib of each module, in order. */
value environment_ruby_path(struct compilation *c);
/* Returns the environment's own lib, from which Ruby does not load; undef: the environment has no directory. */
value environment_ruby_own(struct compilation *c);

/* --- resource types (restypes/restype.h) --- */
/* Finds a type in .resource_types, among Puppet's own, or in Ruby in a module, and reads it; NULL: not found. Fails if
 * its file does. */
const struct restype *environment_find_restype(struct compilation *c, const symbol *name);
/* Splits a title into its parts (in memory of the compilation); fails if no pattern of the type matches. */
void environment_split_title(struct compilation *c, const struct restype *t, str title, struct title_parts *out);
/* The same; returns false with the message in *fault if no pattern matches. */
bool environment_try_title(struct compilation *c, const struct restype *t, str title, struct title_parts *out,
                           str *fault);

/* Whether it is a metaparameter: of Puppet, or added by code in Ruby of this environment. */
bool environment_is_metaparameter(struct compilation *c, const symbol *name);
void environment_add_metaparameter(struct compilation *c, const symbol *name);

/* Returns the types of modules in Ruby: name -> str * path of the file. */
const struct strmap *environment_ruby_types(struct compilation *c);
/* Returns the documentation of a type (ruby/lib/ficelle/restypes/documentation.rb); `path` empty: of modules' providers
 * for a type of Puppet. */
value environment_restype_doc(struct compilation *c, str name, str path, bool providers);
/* Writes a type in Ruby like a file of .resource_types. Returns a hash with "text", or with Ruby's message in "load" if
 * the file cannot be loaded, in "describe" if the type cannot be written; undef: the file defines no such type. */
value environment_restype_text(struct compilation *c, str name, str path);

/* --- modules and files --- */
/* Iterates over everything below the directories of the modulepath, in order: modules, and what else is there. Set `e`
 * and `arena`, which gets the texts. */
struct module_walk {
  const struct environment *e;
  struct arena *arena;
  str name, directory; /* found; "x", "/modules/x" */
  str *names;
  uint32_t path, next, n;
};
bool environment_next_module(struct module_walk *w);
/* The same, but skips modules outside the environment's own directory: shared directories may contain many modules that
 * the site does not use. */
bool environment_next_own_module(struct module_walk *w);
/* Returns the entry of a path; creates it at first use. The file is checked for changes from then on. */
struct environment_file *environment_file(struct environment *e, str path);
/* Returns the directory of a module; empty: no such module. */
str environment_module(struct compilation *c, str name);
/* Returns the version in its metadata.json; 0.0: none. */
struct module_version environment_module_version(struct compilation *c, str name);
/* Returns the path of "mod/x.epp" below the module's directory `kind` ("templates", "files"); an absolute path is
 * returned unchanged. Empty: no such file. */
str environment_module_file(struct compilation *c, const char *kind, str reference);
/* Returns the parsed template from the cache. Fails if it cannot be read or parsed. */
struct ast_program *environment_template(struct compilation *c, str path);
/* The same for ERB, which is parsed for native rendering. NULL: it cannot be read; *error has the reason. */
const struct erb_file *environment_erb(struct compilation *c, str path, str *error);
/* The same for a text; a few small texts are kept. */
const struct erb_file *environment_inline_erb(struct compilation *c, str text);
/* Record that a template was rendered natively, or needed Ruby for a reason. */
void environment_erb_rendered(const struct erb_file *file);
void environment_erb_left(struct environment *e, const struct erb_file *file, uint32_t line, str reason);
/* Whether the next rendering begins with Ruby, for the reason in the template's history. */
bool environment_erb_begins_with_ruby(const struct erb_file *file);

/* --- steps of compile.c --- */
/* Begins a compilation: missing definitions are searched again. */
void environment_begin(struct compilation *c);
/* Loads the main manifests; returns the definition of main. */
const struct definition *environment_load_main(struct compilation *c);
/* Reads code and templates of the environment and of the modules in its directory in advance, until the time `until_ms`
 * of base/deadline.h. */
void environment_preload(struct compilation *c, int64_t until_ms);
bool environment_has_nodes(const struct environment *e);
/* Returns the resolver for names in type expressions. */
struct type_resolver environment_resolver(struct compilation *c);
/* Whether a type expression is the same in every compilation: it consists of Puppet's own names and literals only.
 * `evaluated`: it was evaluated just now, so Puppet's names in it are already resolved. */
bool environment_is_constant_type(const ast *node, bool evaluated);

#endif

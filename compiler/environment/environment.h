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
  str ruby_class;  /* the class of those, when it is no part of the type; empty: none */
  const struct regex *regex;
  str file;
  uint32_t line;
  struct environment_file *origin;
  /* Types of the parameters, made once per compilation: valid while serial is the compilation's. */
  const struct lookup_key *lookup_keys; /* of the parameters of a class, in data; NULL: not made yet */
  const struct type **param_types;
  uint64_t serial;
  const struct type *alias; /* aliases that mean the same in every compilation: NULL until made */
};

struct environment_options {
  str name;
  const str *modulepath; /* directories, in order */
  uint32_t nmodulepath;
  str manifest;  /* file or directory; empty: none */
  bool has_code; /* setting `code`: text in place of a manifest */
  str code;
  str config_version; /* command; empty: the time */
  str path;           /* its own directory (functions/, types/); empty: none */
  str hiera_config;   /* the global hierarchy of data; empty: none */
  str data_provider;  /* environment_data_provider, of older environments; empty: none */
  str codedir;        /* where a hierarchy of version 3 has its data */
  int64_t timeout_s;  /* 0: look at files before each compilation; < 0: never; else so long after the last */
  bool rich_data, static_catalogs; /* of environment.conf, or the settings */
};

/* How native renderings of a template ended. When one had to be left to Ruby, the next ones begin with Ruby; a native
 * one is tried again from time to time, since it may depend on the values. */
struct erb_history {
  str reason; /* why the last one was left to Ruby */
  uint32_t line;
  uint32_t to_skip, skipped; /* how many renderings will begin with Ruby; how many this was last time, 0: none */
};

/* A template in ERB. */
struct erb_file {
  str path; /* empty: inline */
  str text;
  struct erb_template *parsed;
  struct erb_history *history; /* NULL: the template is not kept */
};

/* A file that was looked at: parsed, or found missing. */
struct environment_file {
  str path;
  struct host_stat stat;
  bool parsed, is_main;
  bool ahead; /* parsed before anybody needed it: what it defines is not known yet */
  struct ast_program *program;
  struct erb_file *erb;           /* as a template in ERB; NULL: not read as one */
  struct parse_warning *warnings; /* told again in every compilation that uses the file */
  uint32_t nwarnings;
  uint64_t bytes, serial; /* serial: the last compilation that was told of the cache hit */
};

struct module_version {
  uint8_t major, minor;
}; /* 255: that or more */

/* A module that was found. */
struct module {
  str directory;
  struct module_version version; /* that its metadata.json tells; 0.0: none */
};

/* What its manifests define. Maps: symbol -> struct definition *. */
struct environment_definitions {
  struct ptrmap classes, defines, nodes, functions, aliases;
  struct ptrvec node_list; /* in order of declaration */
  struct definition *main;
  bool main_loaded;
};

/* Names nobody defines, for one compilation: they are not searched for again. */
struct environment_missing {
  struct ptrmap classes, defines;
  struct arena *arena;
  uint64_t serial; /* of the compilation */
};

/* What was read and parsed. */
struct environment_files {
  struct strmap by_path;   /* path -> struct environment_file * */
  struct strmap epp_texts; /* text -> struct ast_program *: inline templates that were clean */
  struct strmap erb_texts; /* text -> struct erb_file * */
  int64_t checked_s;       /* when they were looked at last */
  uint64_t read_us;        /* time that reading and parsing took so far */
};

/* Modules, and what they have in Ruby. */
struct environment_modules {
  struct strmap found;          /* name -> struct module *, or NULL: no such module */
  struct strmap ruby_files;     /* answers about files in Ruby; NULL: there is none */
  struct ptrvec with_datatypes; /* str *: directories of modules that have data types in Ruby */
  bool datatypes_found;         /* they have been looked for */
  enum { DATATYPES_UNKNOWN, DATATYPES_NONE, DATATYPES_THERE } own_datatypes; /* whether it has some itself */
};

/* Resource types. */
struct environment_restypes {
  struct ptrmap found;          /* symbol -> const struct restype *, or NULL: no such type */
  struct ptrvec metaparameters; /* const symbol *: those that code in Ruby added to Puppet's */
  struct strmap *ruby_files;    /* name of a type -> str * path of its file in a module; NULL: not looked for yet */
};

/* So many the last catalog had: room for those of the next. */
struct environment_sizes {
  uint32_t names, tags;
};

struct environment {
  uint64_t id;                        /* no other of the process had it */
  struct environment_options options; /* copied */
  const struct host *host;
  struct arena *arena;    /* of the environment itself */
  arena_fail_fn *on_fail; /* of all its arenas while a compilation runs; NULL: none */
  void *on_fail_ctx;
  struct environment_sizes last;
  /* All below is of the generation, and in its arena. */
  struct arena *generation;
  uint64_t generation_number;
  bool broken;      /* loading failed half-way: the next compilation begins a new generation */
  str version_text; /* of config_version */
  int64_t version_number;
  struct environment_definitions defined;
  struct environment_missing missing;
  struct environment_files files;
  struct environment_modules modules;
  struct environment_restypes restypes;
  struct ptrmap displays;            /* symbol -> char *, as long: how names of types and classes are shown */
  struct lookup_store *lookup_store; /* what data lookups have read; NULL: nothing yet */
};

/* Never fails: what is wrong with the paths shows when they are used. */
struct environment *environment_new(const struct environment_options *o, const struct host *host);
void environment_free(struct environment *e);
/* What running out of memory calls from now on, in the arenas there are and those to come; NULL: nothing, the
 * process ends. After such a failure the environment is broken. */
void environment_on_fail(struct environment *e, arena_fail_fn *fn, void *ctx);
/* Begins a new generation when a file has changed (or always, with `force`). */
void environment_refresh(struct environment *e, bool force);
/* Whether a file that was read, or found missing, is another now. */
bool environment_has_changed(const struct environment *e);

/* Finds NAME in the setting environmentpath and reads its environment.conf. The settings give what the file
 * does not say and what $names in it mean; the bytes of *out are in the arena. False with Puppet's message
 * when there is no such environment (out->path is empty then) or its file is broken. Warnings go to the host's log. */
bool environment_read_conf(struct arena *a, const struct host *host, struct settings *settings, str name,
                           struct environment_options *out, str *error);

/* --- definitions: found, or loaded from the module that should have them. Names in any case, a leading "::"
 * is dropped. NULL when there is none. They fail when a file does not parse. --- */
const struct definition *environment_find_class(struct compilation *c, str name);
/* The class or define of that name that has been loaded, or was made in this compilation; NULL when there is none. */
const struct definition *environment_loaded(struct compilation *c, enum definition_kind kind, str name);
/* A class or define without code that is known as long as the compilation. Nobody else may have its name. */
void environment_make(struct compilation *c, struct definition *d);
const struct definition *environment_find_define(struct compilation *c, str name);
/* Functions written in Puppet. */
const struct definition *environment_find_function(struct compilation *c, str name);
/* Whether a manifest that was read defines the function: it is taken before a built-in one of that name,
 * which those that would have to be loaded are not. */
bool environment_defines_function(struct compilation *c, str name);
/* A type alias as written ("Mod::Port"). */
const struct definition *environment_find_alias(struct compilation *c, str name);
/* The node definition for a name, else for `default`, each by name and then by regular expression. When it
 * was a regular expression *match is filled, and *matched is the text it was found in. */
const struct definition *environment_find_node(struct compilation *c, str name, struct regex_match *match,
                                               str *matched);

/* Registers what a text defines that is no manifest of the environment (one given to the command `evaluate`).
 * Fails when something is there already. */
void environment_define(struct compilation *c, struct ast_program *p);

/* Whether any module has a function of that name, written in Ruby, of the older kind. */
bool environment_has_older_function(struct compilation *c, str name);
/* A file in Ruby that a module has. */
struct ruby_file {
  str path, module; /* module: empty for the environment's own */
  bool old;         /* a function of the older kind (lib/puppet/parser/functions) */
};
/* The file of a function; NULL: no module has one. */
const struct ruby_file *environment_ruby_function(struct compilation *c, str name);
/* The same in the environment's own lib/: functions without a module's name, and environment::NAME of
 * the newer kind. */
const struct ruby_file *environment_own_function(struct compilation *c, str name, bool old);
/* Of a module or the environment, of the older kind only. */
const struct ruby_file *environment_older_function(struct compilation *c, str name);
/* Parses the text of a plan for this compilation; fails when it does not parse. */
struct ast_program *environment_parse_plan(struct compilation *c, str file, str text);
/* The interface of a data type in Ruby as a hash in the Puppet language, parsed; fails when it does not
 * parse. In `a`. */
struct ast_program *environment_parse_interface(struct compilation *c, struct arena *a, str text);
/* The directories that Ruby loads from: lib of each module, in order. */
value environment_ruby_path(struct compilation *c);
/* The environment's own lib, which Ruby does not load from; undef: it has no directory. */
value environment_ruby_own(struct compilation *c);
/* Whether a module has a function of that name, written in Ruby. */
bool environment_has_ruby_function(struct compilation *c, str module, str name);

/* --- resource types (restypes/restype.h) --- */
/* A type of .resource_types, Puppet's own, or one of a module in Ruby, which is read then; NULL when there is none.
 * Fails when its file does. */
const struct restype *environment_find_restype(struct compilation *c, const symbol *name);
/* The parts of a title (memory of the compilation); fails when it fits no pattern of the type. */
void environment_split_title(struct compilation *c, const struct restype *t, str title, struct title_parts *out);
/* The same, which then gives false and what to say. */
bool environment_try_title(struct compilation *c, const struct restype *t, str title, struct title_parts *out,
                           str *fault);

/* Whether every resource may have it: Puppet's metaparameters, and those that code in Ruby of
 * this environment added. */
bool environment_is_metaparameter(struct compilation *c, const symbol *name);
void environment_add_metaparameter(struct compilation *c, const symbol *name);

/* The types that modules have in Ruby: name -> str * path of the file. */
const struct strmap *environment_ruby_types(struct compilation *c);
/* What ruby/lib/ficelle/restypes/documentation.rb says of one; `path` empty: of modules' providers of Puppet's own
 * type. */
value environment_restype_doc(struct compilation *c, str name, str path, bool providers);
/* A type in Ruby as a file of .resource_types: a hash with "text", or "load" or "describe", what Ruby says when the
 * file cannot be loaded or the type not be written; undef: the file makes no type of that name. */
value environment_restype_text(struct compilation *c, str name, str path);

/* --- modules and files --- */
/* The entry of a path, made when it is new: the file has been looked at then, and is watched from now on. */
struct environment_file *environment_file(struct environment *e, str path);
/* Directory of a module, empty when there is none. */
str environment_module(struct compilation *c, str name);
/* The version in its metadata.json; 0.0 when there is none. */
struct module_version environment_module_version(struct compilation *c, str name);
/* "mod/x.epp" -> path below the module's `kind` directory ("templates", "files"); an absolute path is itself.
 * Empty when there is no such file. */
str environment_module_file(struct compilation *c, const char *kind, str reference);
/* Path -> parsed template, from the cache. Fails when it cannot be read or parsed. */
struct ast_program *environment_template(struct compilation *c, str path);
/* The same for ERB, which is parsed as far as it needs no Ruby. NULL: it cannot be read, *error says why. */
const struct erb_file *environment_erb(struct compilation *c, str path, str *error);
/* A text; few of the small ones are kept. */
const struct erb_file *environment_inline_erb(struct compilation *c, str text);
/* A native rendering of the template has ended, or was left to Ruby for a reason. */
void environment_erb_rendered(const struct erb_file *file);
void environment_erb_left(struct environment *e, const struct erb_file *file, uint32_t line, str reason);
/* Whether the next rendering shall begin with Ruby, for the reason in the template's history. */
bool environment_erb_begins_with_ruby(const struct erb_file *file);

/* --- steps of compile.c --- */
/* The compilation's side of a new one: what was missing is looked for again. */
void environment_begin(struct compilation *c);
/* Loads the main manifests; main's definition. */
const struct definition *environment_load_main(struct compilation *c);
/* Parses what modules in the environment's own directory have in their manifests/, until the clock of the deadline
 * (base/deadline.h) says so many milliseconds. */
void environment_preload(struct compilation *c, int64_t until_ms);
bool environment_has_nodes(const struct environment *e);
/* The resolver for names in type expressions, for a compilation. */
struct type_resolver environment_resolver(struct compilation *c);

#endif

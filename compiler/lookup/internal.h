/* Shared by the files of compiler/lookup/. The terms are Puppet's: a provider searches one layer by its configuration;
 * it has the entries of the hierarchy, and an entry has locations. */
#ifndef FICELLE_LOOKUP_INTERNAL_H
#define FICELLE_LOOKUP_INTERNAL_H

#include "base/map.h"
#include "compiler/environment/environment.h"
#include "compiler/scope/scope.h"
#include "compiler/compilation/host.h"
#include "compiler/lookup/explain.h"
#include "compiler/lookup/lookup.h"
#include "compiler/lookup/merge.h"
#include "compiler/values/ruby_text.h"

struct function;

/* --- the request, and who made it --- */
/* Names being looked up, innermost first; a repeated name means an endless recursion. */
struct name_link {
  str name;
  bool variable; /* shown as "scope:name" */
  struct name_link *outer;
};

/* A name in %{…}, parsed once per compilation, since the same names occur many times. */
struct variable_name {
  str root;
  const symbol *plain; /* of the root; NULL: it is qualified */
  const value *segments;
  uint32_t n;
  const value *fixed; /* where $facts, $trusted or $server_facts was found: they are the same in every scope */
};

/* A variable that the locations of a provider depend on. */
struct dependency {
  str key;
  struct variable_name *name;
  value v;
  const value *slot; /* where the value was found; unchanged while it is found there again */
};
struct dependency_list {
  struct dependency *items;
  uint32_t n, cap;
};

/* The caller's options; the same for all nested lookups. */
struct lookup_question {
  const struct hash *overrides, *fallbacks; /* options of lookup(); may be empty */
  value hierarchy;                          /* paths that are searched first; undef: none */
  bool global_only;                         /* search only the global layer */
  bool hiera_function;                      /* called by hiera(), hiera_array(), hiera_hash() or hiera_include() */
};

/* How variables in paths and values are found. */
struct lookup_variables {
  bool as_hiera;                     /* with the variables of a configuration of version 3 */
  bool tolerant;                     /* warn about unknown variables in paths of a hierarchy */
  const struct hash *locals;         /* searched before the scope (mapped_paths); NULL: none */
  struct dependency_list *collected; /* receives the variables that are used; NULL: not wanted */
};

struct lookup_call {
  struct compilation *c;
  struct lookup *state;
  struct scope *scope;
  struct explain *explain;           /* NULL: no explanation */
  const struct hiera_config *config; /* whose locations are being resolved; NULL: none */
  str top_key, module_name;          /* module_name.p NULL: none */
  struct name_link *names;
  uint32_t checks; /* the number of names that this call itself has added */
  struct lookup_question asked;
  struct lookup_variables variables;
};

/* --- configurations (hiera_config.c, hiera_check.c) --- */
enum layer { LAYER_GLOBAL, LAYER_ENVIRONMENT, LAYER_MODULE };

struct hiera_config {
  int version;
  str path;                                 /* empty: the default configuration, without a file */
  str root;                                 /* directory of relative paths */
  str text;                                 /* contents of the file, to find lines for messages */
  const struct hash *all;                   /* the configuration with keys as strings and with defaults */
  const struct array *hierarchy, *fallback; /* fallback: default_hierarchy, or NULL */
  struct merge merge;                       /* version 3 */
};
/* Reads the configuration in a directory; returns the default one if there is no file. Fails like Puppet. */
const struct hiera_config *hiera_config_load(struct lookup_call *call, str path, enum layer layer);
/* Makes the configuration for `data_provider: function`. */
const struct hiera_config *hiera_config_of_function(struct lookup_call *call, str root, str function_name);
/* Checks types as each version does; fails with the mismatch. */
void hiera_config_check(struct lookup_call *call, const struct hiera_config *config, enum layer layer);
/* Returns the first line from `from` on that matches the expression, ignoring comments; 0: none. */
uint32_t hiera_config_line(struct lookup_call *call, const struct hiera_config *config, str pattern, uint32_t from);

/* --- providers and entries --- */
enum entry_kind {
  ENTRY_DATA_HASH,
  ENTRY_LOOKUP_KEY,
  ENTRY_DATA_DIG,
  ENTRY_V4_DATA_HASH,
  ENTRY_V3_DATA_HASH,
  ENTRY_V3_LOOKUP_KEY,
  ENTRY_KIND_COUNT
};

/* A hash of data. `flags` has one byte for each entry; NULL: unknown. */
enum { DATA_INTERPOLATES = 1, DATA_NOT_RICH = 2 };
struct data_view {
  const struct hash *hash;
  const uint8_t *flags;
};

/* The cache of an entry's function for one location. */
struct entry_context {
  struct entry *entry;
  bool loaded;
  struct data_view data; /* of data_hash functions */
  struct hash *answers;  /* of the others: key -> value */
  struct hash *cache;    /* values that the function has cached itself; NULL: none yet */
  struct object *object; /* its Puppet::LookupContext; NULL until its function is called */
};

struct location {
  str original, path;
  bool exists, is_uri;
  struct entry_context context;
};

/* builtin.def lists them. */
enum builtin {
  BUILTIN_NONE,
#define BUILTIN_HASH(symbol, function, parser, about) BUILTIN_##symbol,
#define BUILTIN_KEY BUILTIN_HASH
#include "compiler/lookup/builtin.def"
#undef BUILTIN_HASH
#undef BUILTIN_KEY
  BUILTIN_COUNT
};

struct entry {
  struct provider *provider;
  str name, function_name;
  enum entry_kind kind;
  enum builtin builtin;
  bool found, checked; /* the function has been searched; its return type has been checked */
  const struct function *function;
  const struct hash *options;
  bool located; /* has locations, which need not exist */
  struct location *locations;
  uint32_t n;
  struct entry_context alone; /* without locations */
  str datadir;                /* version 3 */
};
struct entry_list {
  struct entry *items;
  uint32_t n;
  /* Data of all existing locations in order; NULL until all have been read. */
  const struct data_view *flat;
  uint32_t nflat;
  bool mixed; /* has other entries than data files, so `flat` stays NULL */
};

struct provider {
  enum layer layer;
  str module_name;                   /* p NULL: none */
  str config_path;                   /* of the file, which need not exist */
  const struct hiera_config *config; /* NULL: not loaded yet */
  bool resolved;
  struct entry_list entries, fallback;
  struct dependency_list dependencies;
};
/* "Environment Data Provider (hiera configuration version 5)" */
str provider_name(struct arena *a, const struct provider *p);
/* Returns the configuration; the first call loads it. */
const struct hiera_config *provider_config(struct lookup_call *call, struct provider *p);
void hiera_resolve(struct lookup_call *call, struct provider *p);
/* Returns `relative` below `base`: its leading "." and ".." are followed, an absolute one is itself. */
str hiera_path_plus(struct arena *a, str base, str relative);
/* Fills the locations of an entry from its configuration. `only_existing`: for the default configuration, used if there
 * is no file. */
void hiera_places(struct lookup_call *call, struct entry *e, const struct hash *said, str datadir, bool only_existing);
/* For an entry of a configuration of version 5: the format of its data files, if a function of Puppet reads them, and
 * their directory, in which variables are not replaced. */
enum builtin hiera_file_format(struct lookup_call *call, const struct hiera_config *config, const struct hash *said,
                               str *datadir);
/* Resolves paths below a directory, for version 3. */
struct location *hiera_resolve_paths(struct lookup_call *call, struct entry *e, str datadir, value paths,
                                     bool only_existing, str extension, uint32_t *found);

/* Looks a key up in a provider; `merge` is that of the complete lookup. False if nothing was found. */
bool provider_lookup(struct lookup_call *call, struct provider *p, const struct lookup_key *key,
                     const struct merge *merge, value *out);
bool provider_lookup_fallback(struct lookup_call *call, struct provider *p, const struct lookup_key *key,
                              const struct merge *merge, value *out);
/* Looks a key up in an entry. */
bool entry_lookup(struct lookup_call *call, struct entry *e, const struct lookup_key *key, const struct merge *merge,
                  value *out);
/* The first value of a key in entries whose data is already read, without an explanation. If *known is false, the
 * entries must be searched one by one. */
bool entry_list_lookup(struct lookup_call *call, struct entry_list *list, const struct lookup_key *key, value *out,
                       bool *known);
/* Returns the kind as configurations name it: "lookup_key". */
const char *entry_tag(const struct entry *e);
/* Whether its function returns all data as a hash; other functions are called for each key. */
bool entry_has_hash(const struct entry *e);

/* --- what was read from files, in the generation of an environment (data.c) --- */
struct lookup_store {
  struct strmap configs;             /* path -> struct hiera_config * */
  struct strmap settings;            /* metadata.json -> str *: its data_provider */
  struct strmap data[BUILTIN_COUNT]; /* path -> struct data_file *, for each format */
};

/* Made at its first use. */
struct lookup_store *lookup_store(struct environment *e);
/* Reads a file like the built-in function, with the same errors. The result is an empty hash if the file contains no
 * hash and this is only a warning. Other values that are not a hash are returned (JSON). */
value lookup_data_file(struct lookup_call *call, str path, enum builtin format, const uint8_t **flags);
/* Whether a value contains %{…}, also in keys. */
bool value_interpolates(value v);
/* Whether a value is of Puppet's type RichData, which data must be. */
bool value_is_rich_data(value v);
/* eyaml_lookup_key (eyaml.c); false if the file does not have the key. */
bool lookup_eyaml(struct lookup_call *call, struct entry_context *x, const struct hash *options, str key, value *out);

/* --- state of a compilation --- */
struct lookup_options {     /* of one module, or for keys without a module */
  const struct hash *exact; /* NULL: none */
  const struct regex **patterns;
  const value *values;
  uint32_t n;
};
struct lookup_module {
  str name;
  bool provider_known, options_known, fallback_known;
  struct provider *provider;
  const struct lookup_options *options, *fallback_options; /* NULL: none */
};

struct lookup {
  struct compilation *c;
  struct lookup_call *current;
  struct provider *global, *environment;
  bool environment_known;
  struct strmap modules;      /* name -> struct lookup_module * */
  struct lookup_module *last; /* found last */
  struct lookup_module none;  /* for keys without a module */
  bool global_options_known, options_known;
  const struct hash *global_options, *options; /* lookup_options of the global layer; with the environment's */
  struct strmap files;                         /* path -> value *: results of cached_file_data */
  struct strmap keys;                          /* files of a pair of keys -> struct eyaml_key * */
  struct strmap once;                          /* messages that have been logged */
  struct strmap variables;                     /* text in %{…} -> struct variable_name * */
  const struct type *types[8];                 /* parsed at first use */
};
struct lookup *lookup_state(struct compilation *c);
struct lookup_module *lookup_module_of(struct lookup_call *call, str name);
/* Whether the environment has a configuration of version 5. */
bool lookup_has_environment(struct lookup_call *call);
/* Returns NULL if the module has no data. */
struct provider *lookup_module_provider(struct lookup_call *call, struct lookup_module *m);
/* Types that checks need; parsed once per compilation. */
enum lookup_type {
  TYPE_LOOKUP_HASH,
  TYPE_LOOKUP_UNIQUE,
  TYPE_LOOKUP_DATA,
  TYPE_LOOKUP_V4,
  TYPE_LOOKUP_V5,
  TYPE_LOOKUP_RICH
};
const struct type *lookup_type(struct compilation *c, enum lookup_type which);

/* Begins a nested call, which inherits the names and the explanation of the current call. */
void lookup_call_begin(struct lookup_call *call, struct compilation *c, struct scope *s);
/* Returns the lookup_options of a key: a hash, or NULL. */
const struct hash *lookup_options_of(struct lookup_call *call, const struct lookup_key *key);
const struct hash *lookup_fallback_options(struct lookup_call *call, struct lookup_module *m,
                                           const struct lookup_key *key);
/* Search one layer. */
bool lookup_global(struct lookup_call *call, const struct lookup_key *key, const struct merge *merge, value *out);
bool lookup_in_environment(struct lookup_call *call, const struct lookup_key *key, const struct merge *merge,
                           value *out);
bool lookup_in_module(struct lookup_call *call, const struct lookup_key *key, const struct merge *merge, value *out);
/* Searches all layers. `merge` undef: the strategy is that of lookup_options. */
bool lookup_search(struct lookup_call *call, str key, value merge, value *out);
/* The same with a parsed key other than "lookup_options". */
bool lookup_search_key(struct lookup_call *call, const struct lookup_key *key, value merge, value *out);
/* Called before and after a lookup to log it at level debug. `otherwise`: describes what happens if nothing is found.
 */
void lookup__log_begin(struct lookup_call *call);
void lookup__log_end(struct lookup_call *call, const char *what, const str *names, uint32_t n, bool found,
                     const char *otherwise);
static inline void lookup_log_begin(struct lookup_call *call)
{
  if (call->c->debugging) lookup__log_begin(call);
}
static inline void lookup_log_end(struct lookup_call *call, const char *what, const str *names, uint32_t n, bool found,
                                  const char *otherwise)
{
  if (call->explain != NULL && call->explain->for_log) lookup__log_end(call, what, names, n, found, otherwise);
}
/* Runs lookup() in a call. */
value lookup_run(struct lookup_call *call, const struct lookup_request *request);

/* --- recursion --- */
void lookup_enter(struct lookup_call *call, struct name_link *link, str name, bool variable);
void lookup_leave(struct lookup_call *call);
/* State that must be restored when a failure is caught. */
struct lookup_mark {
  struct lookup_call *call, *current;
  struct name_link *names;
  uint32_t checks;
  struct explain_node *explained;
};
struct lookup_mark lookup_mark(struct lookup_call *call);
void lookup_restore(const struct lookup_mark *m);

/* --- keys --- */
/* Fails with "Syntax error in key: '…'". */
void lookup_key_parse(struct lookup_call *call, str text, struct lookup_key *out);
/* Returns the value for the root of a key; NULL: the hash does not have it. */
const value *lookup_key_get(const struct hash *h, const struct lookup_key *key);
/* Removes white space and NUL bytes at both ends, like Ruby's String#strip. */
str lookup_strip(str s);
/* Returns the segments of a key; NULL with *n 0 on a syntax error. */
const value *lookup_split(struct arena *a, str text, uint32_t *n);
/* Follows the segments below the root; false if there is no such value. */
bool lookup_dig(struct lookup_call *call, str key, const value *segments, uint32_t n, value v, value *out);
/* The reverse: returns a structure in which the segments lead to v. */
value lookup_undig(struct arena *a, const struct lookup_key *key, value v);

/* --- interpolation (lookup_interpolate.c) --- */
value lookup_interpolate(struct lookup_call *call, value v, bool methods);
str lookup_interpolate_text(struct lookup_call *call, str text, bool methods);
/* Returns the value of %{name}, which may have segments; undef if the variable is unknown. */
value lookup_variable(struct lookup_call *call, str key, str subject);
/* Whether the variables still have the same values. */
bool lookup_dependencies_hold(struct lookup_call *call, const struct dependency_list *list);

/* --- failing --- */
/* Fails. FAILED_IN_LOOKUP: the text is the complete message. FAILED_IN_PUPPET: the same inside a layer; elsewhere the
 * label and place of the call are added. FAILED_IN_RUBY: they are always added. */
_Noreturn void lookup_fail(struct lookup_call *call, enum failure_origin origin, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
/* Fails with a LookupError with an issue code, which layers do not change. Its place is a line of the configuration;
 * `config` NULL or without a file: no place; line 0: only the file. */
_Noreturn void lookup_fail_issue(struct lookup_call *call, const struct hiera_config *config, uint32_t line,
                                 enum issue issue, ...);
/* Fails with Ruby's message about a file that cannot be read. */
_Noreturn void lookup_fail_unreadable(struct lookup_call *call, str path, str reason);
/* "<subject> has wrong type, expects …, got …" */
_Noreturn void lookup_fail_type(struct lookup_call *call, str subject, const char *what, const struct type *expected,
                                const struct type *actual);
/* Fails with that message if the value is not an instance. */
void lookup_assert_type(struct lookup_call *call, const char *subject, const struct type *expected, value v);
/* Kinds of warnings, which the setting `disable_warnings` can disable. */
enum lookup_warning { LOOKUP_DEPRECATED, LOOKUP_UNDEFINED, LOOKUP_OTHER };
/* Logs a warning once per compilation. */
void lookup_warn_once(struct lookup_call *call, enum lookup_warning kind, str key, str message, str file);

#endif

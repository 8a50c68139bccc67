/* What the files of compiler/lookup/ share. The words are Puppet's where it has one: a provider is a layer's
 * configuration at work, its entries are those of the hierarchy, an entry has locations. */
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

/* A variable that the locations of a provider depend on. */
struct dependency {
  str key, root;
  const value *segments;
  uint32_t n;
  value v;
  const value *slot; /* where it was found; while it is found there it is the same function */
  bool fixed;        /* $facts, $trusted and $server_facts are the same in every scope */
};
struct dependency_list {
  struct dependency *items;
  uint32_t n, cap;
};

/* What the caller asks, the same for all look-ups that it leads to. */
struct lookup_question {
  const struct hash *overrides, *fallbacks; /* of lookup()'s options; may be NULL */
  value hierarchy;                          /* paths to be searched first; undef: none */
  bool global_only;                         /* the global layer alone */
  bool hiera_function;                      /* by hiera() and its like */
};

/* How variables in paths and values are found. */
struct lookup_variables {
  bool as_hiera;                     /* as a configuration of version 3 sees them */
  bool tolerant;                     /* unknown variables are warned of, in paths of a hierarchy */
  const struct hash *locals;         /* variables in front of those of the scope (mapped_paths); NULL: none */
  struct dependency_list *collected; /* where to note the variables used; NULL: nowhere */
};

struct lookup_call {
  struct compilation *c;
  struct lookup *state;
  struct scope *scope;
  struct explain *explain;           /* NULL: no explanation */
  const struct hiera_config *config; /* whose locations are worked out; NULL: none */
  str top_key, module_name;          /* module_name.p NULL: none */
  struct name_link *names;
  uint32_t checks; /* names that this call itself has put there */
  struct lookup_question asked;
  struct lookup_variables variables;
};

/* --- configurations (hiera_config.c, hiera_check.c) --- */
enum layer { LAYER_GLOBAL, LAYER_ENVIRONMENT, LAYER_MODULE };

struct hiera_config {
  int version;
  str path;                                 /* empty: the default configuration, there is no file */
  str root;                                 /* directory that paths are relative to */
  str text;                                 /* of the file, for the lines of messages */
  const struct hash *all;                   /* as read, keys made text, defaults put in */
  const struct array *hierarchy, *fallback; /* fallback: default_hierarchy, or NULL */
  struct merge merge;                       /* version 3 */
};
/* The configuration in a directory; the default one if there is no file. Fails like Puppet. */
const struct hiera_config *hiera_config_load(struct lookup_call *call, str path, enum layer layer);
/* The configuration for a function given by `data_provider: function`. */
const struct hiera_config *hiera_config_of_function(struct lookup_call *call, str root, str function_name);
/* The type checks of each version; they fail. */
void hiera_config_check(struct lookup_call *call, const struct hiera_config *config, enum layer layer);
/* First line from `from` on that the expression matches, comments left out; 0: none. */
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

/* A hash of data. `flags` has a byte an entry; NULL: not known. */
enum { DATA_INTERPOLATES = 1, DATA_NOT_RICH = 2 };
struct data_view {
  const struct hash *hash;
  const uint8_t *flags;
};

/* The private memory of an entry's function for one location. */
struct entry_context {
  struct entry *entry;
  bool loaded;
  struct data_view data; /* of data_hash functions */
  struct hash *answers;  /* of the others: key -> value */
  struct hash *cache;    /* what the function put there itself; NULL: nothing yet */
  struct object *object; /* its Puppet::LookupContext; NULL: its function was not called yet */
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
  bool found, checked; /* its function was looked for; it says what it returns */
  const struct function *function;
  const struct hash *options;
  bool located; /* has locations, perhaps none that exist */
  struct location *locations;
  uint32_t n;
  struct entry_context alone; /* without locations */
  str datadir;                /* version 3 */
};
struct entry_list {
  struct entry *items;
  uint32_t n;
  /* The data of all locations that exist, in their order, once all of them were read: NULL until then. */
  const struct data_view *flat;
  uint32_t nflat;
  bool mixed; /* there is more than files of data: it never gets flat */
};

struct provider {
  enum layer layer;
  str module_name;                   /* p NULL: none */
  str config_path;                   /* of the file, whether it is there or not */
  const struct hiera_config *config; /* NULL: not loaded yet */
  bool resolved;
  struct entry_list entries, fallback;
  struct dependency_list dependencies;
};
/* "Environment Data Provider (hiera configuration version 5)" */
str provider_name(struct arena *a, const struct provider *p);
/* The entries as the variables are now. */
struct entry_list *provider_entries(struct lookup_call *call, struct provider *p, bool fallback);
void hiera_resolve(struct lookup_call *call, struct provider *p);
/* Paths below a directory, for version 3. */
struct location *hiera_resolve_paths(struct lookup_call *call, struct entry *e, str datadir, const value *paths,
                                     uint32_t n, bool only_existing, str extension, uint32_t *found);

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
/* "lookup_key", as a configuration names the kind. */
const char *entry_tag(const struct entry *e);

/* --- data files (data.c) --- */
/* Reads a file like the built-in function, with the same errors. The result is an empty hash if the file contains no
 * hash and this is only a warning. Other values that are not a hash are returned (JSON). */
value lookup_data_file(struct lookup_call *call, str path, enum builtin format, const uint8_t **flags);
/* Whether %{…} occurs anywhere in a value, keys included. */
bool value_interpolates(value v);
/* Whether a value is Puppet's RichData: what data may contain. */
bool value_is_rich_data(value v);
/* eyaml_lookup_key (eyaml.c): false when the file does not have the key. */
bool lookup_eyaml(struct lookup_call *call, struct entry_context *x, const struct hash *options, str key, value *out);

/* --- the compilation's side --- */
struct lookup_options {     /* of a module, or of all without one */
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
  struct lookup_module *last; /* the one asked for last */
  struct lookup_module none;  /* what holds for keys without a module */
  bool global_options_known, options_known;
  const struct hash *global_options, *options; /* lookup_options of the global layer; with the environment's */
  struct strmap files;                         /* path -> value *: what cached_file_data gave */
  struct strmap keys;                          /* files of a pair of keys -> struct eyaml_key * */
  struct strmap once;                          /* messages told already */
  struct strmap variables;                     /* text in %{…} -> struct variable_name * */
  const struct type *types[8];                 /* made from text at first use */
};
struct lookup *lookup_state(struct compilation *c);
struct lookup_module *lookup_module_of(struct lookup_call *call, str name);
/* Whether the environment has a configuration of version 5. */
bool lookup_has_environment(struct lookup_call *call);
/* NULL: the module has no data. */
struct provider *lookup_module_provider(struct lookup_call *call, struct lookup_module *m);
/* The type that a text denotes; `slot` is its number in the table of lookup_state. */
enum lookup_type {
  TYPE_LOOKUP_HASH,
  TYPE_LOOKUP_UNIQUE,
  TYPE_LOOKUP_DATA,
  TYPE_LOOKUP_V4,
  TYPE_LOOKUP_V5,
  TYPE_LOOKUP_RICH
};
const struct type *lookup_type(struct compilation *c, enum lookup_type which);

/* A nested call that inherits the names and the explanation of the current one. */
void lookup_call_begin(struct lookup_call *call, struct compilation *c, struct scope *s);
/* Options that lookup_options has for a key: a hash, or NULL. */
const struct hash *lookup_options_of(struct lookup_call *call, const struct lookup_key *key);
const struct hash *lookup_fallback_options(struct lookup_call *call, struct lookup_module *m,
                                           const struct lookup_key *key);
/* Layers one by one. */
bool lookup_global(struct lookup_call *call, const struct lookup_key *key, const struct merge *merge, value *out);
bool lookup_in_environment(struct lookup_call *call, const struct lookup_key *key, const struct merge *merge,
                           value *out);
bool lookup_in_module(struct lookup_call *call, const struct lookup_key *key, const struct merge *merge, value *out);
/* All of them. `merge` undef: as lookup_options say. */
bool lookup_search(struct lookup_call *call, str key, value merge, value *out);
/* The same with a key taken apart, which is not "lookup_options". */
bool lookup_search_key(struct lookup_call *call, const struct lookup_key *key, value merge, value *out);
/* Around a lookup: its line at level debug. `otherwise`: what happens when nothing is found. */
static inline void lookup_log_begin(struct lookup_call *call);
static inline void lookup_log_end(struct lookup_call *call, const char *what, const str *names, uint32_t n, bool found,
                                  const char *otherwise);
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
/* The whole of lookup() in a call. */
value lookup_run(struct lookup_call *call, const struct lookup_request *request);

/* --- recursion --- */
void lookup_enter(struct lookup_call *call, struct name_link *link, str name, bool variable);
void lookup_leave(struct lookup_call *call);
/* What must be put back when a failure is caught. */
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
/* What a hash has for the root of a key; NULL: nothing. */
const value *lookup_key_get(const struct hash *h, const struct lookup_key *key);
/* Without what Ruby's String#strip takes away: white space, and NUL bytes. */
str lookup_strip(str s);
/* The segments of a key; NULL with *n 0 when it has bad syntax. */
const value *lookup_split(struct arena *a, str text, uint32_t *n);
/* Follows the segments below the root; false when there is nothing. */
bool lookup_dig(struct lookup_call *call, str key, const value *segments, uint32_t n, value v, value *out);
/* The reverse: a structure in which the segments lead to v. */
value lookup_undig(struct arena *a, const struct lookup_key *key, value v);

/* --- interpolation (lookup_interpolate.c) --- */
value lookup_interpolate(struct lookup_call *call, value v, bool methods);
str lookup_interpolate_text(struct lookup_call *call, str text, bool methods);
/* The value of a variable as %{name} finds it, with segments; undef when there is none. */
value lookup_variable(struct lookup_call *call, str key, str subject);
/* Whether the variables still have the values they had. */
bool lookup_dependencies_hold(struct lookup_call *call, const struct dependency_list *list);

/* --- failing --- */
/* An exception of that kind. FAILED_IN_LOOKUP: the text is the whole message. FAILED_IN_PUPPET: the same inside a
 * layer, else it has the label and place of the call. FAILED_IN_RUBY: it always has them. */
_Noreturn void lookup_fail(struct lookup_call *call, enum failure_origin origin, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
/* A LookupError with a code, which the layers hand on as it is. Its place is a line of the configuration; NULL, or one
 * without a file: none, line 0: the file alone. */
_Noreturn void lookup_fail_issue(struct lookup_call *call, const struct hiera_config *config, uint32_t line,
                                 enum issue issue, ...);
/* A file that cannot be read, in Ruby's words. */
_Noreturn void lookup_fail_unreadable(struct lookup_call *call, str path, str reason);
/* "<subject> has wrong type, expects …, got …" */
_Noreturn void lookup_fail_type(struct lookup_call *call, str subject, const char *what, const struct type *expected,
                                const struct type *actual);
/* Fails so when the value is not an instance. */
void lookup_assert_type(struct lookup_call *call, const char *subject, const struct type *expected, value v);
/* What the setting `disable_warnings` says of a warning. */
enum lookup_warning { LOOKUP_DEPRECATED, LOOKUP_UNDEFINED, LOOKUP_OTHER };
/* Said once in a compilation. `place`: " (file: F)" or empty. */
void lookup_warn_once(struct lookup_call *call, enum lookup_warning kind, str key, str message, str file);

#endif

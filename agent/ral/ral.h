/* The resource abstraction layer: types, providers and resources of a run.
 *
 * A type is a table of attributes (struct ral_type); a provider is a row of functions (struct ral_provider). A resource
 * has the wanted values, validated and munged as Puppet does. The transaction reads its present values, compares them
 * property by property, and sets those that differ.
 *
 * Values are the compiler's (values/value.h). Ruby symbols are distinct from strings (RAL_WORD, ral_symbol), since the
 * symbol `absent` and the text "absent" are different contents of a file, and state files show the difference.
 *
 * Functions that can fail call ral_fail() and return false; none jumps. All memory is in the arena of the run. */
#ifndef FICELLE_AGENT_RAL_RAL_H
#define FICELLE_AGENT_RAL_RAL_H

#include "base/log.h"
#include "base/settings.h"
#include "compiler/catalog/catalog_read.h"
#include "compiler/values/runtime.h"

/* --- symbols --- */

#define WORD(name) extern const struct runtime ral_word_##name;
#include "agent/ral/words.def"
#undef WORD
#define RAL_WORD(name) value_runtime(&ral_word_##name)
/* Values in tables: of attributes, for example. */
#define RAL_WORD_INIT(name)                        \
  {                                                \
    .kind = V_RUNTIME, .runtime = &ral_word_##name \
  }
#define RAL_TEXT_INIT(literal)                                        \
  {                                                                   \
    .kind = V_STRING, .length = sizeof literal - 1, .text = (literal) \
  }
#define RAL_INT_INIT(number)           \
  {                                    \
    .kind = V_INT, .integer = (number) \
  }
#define RAL_BOOL_INIT(flag)           \
  {                                   \
    .kind = V_BOOL, .boolean = (flag) \
  }
value ral_symbol(struct arena *a, str text);
/* Whether the value is the symbol `name`. */
bool ral_is(value v, const char *name);
/* The text of a string or symbol; empty for any other value. */
str ral_text(value v);
/* Ruby's to_s. */
str ral_to_s(struct arena *a, value v);

struct ral;
struct ral_resource;
struct ral_type;
struct ral_provider;
struct ral_status;

/* --- attributes --- */

/* A word that an attribute accepts. Munging replaces it with the symbol `name`, or with the symbol `alias_of`. */
struct ral_word {
  const char *name;
  const char *alias_of; /* NULL: none */
  const char *features; /* features that the provider must have, separated by spaces; NULL: none */
  const char *event;    /* name of the event when this is the wanted value; NULL: the attribute's `event` */
};

enum ral_attribute_flags {
  RAL_PROPERTY = 1, /* compared and set; without this flag it is a parameter */
  RAL_ALL = 2,      /* all its values count (array_matching all); without this flag, one matching value is enough */
  RAL_BOOLEAN = 4,  /* true, false, yes and no, also as text; munged to true and false */
  RAL_NAMEVAR = 8,
  RAL_NOT_IDEMPOTENT = 16, /* its changes are never corrective */
  RAL_BINARY = 32,         /* its wanted value is bytes, which reports contain as base64 */
  RAL_HIDES = 64,          /* a parameter whose type itself redacts it in messages when it is secret */
  RAL_SECRET = 128         /* its values are always secret */
};

struct ral_attribute {
  const char *name;
  unsigned flags;
  const struct ral_word *words; /* ended by a row without name; NULL: any value is valid */
  /* Regular expressions that values other than words must match; ended by NULL. NULL: none. */
  const char *const *patterns;
  const char *pattern_features; /* features that the provider must have for values that are not words; NULL: none */
  const char *features;         /* features without which the attribute is not managed; NULL: none */
  const char *refused;          /* why it is not supported; NULL: it is supported */
  bool (*validate)(struct ral_resource *r, const struct ral_attribute *a, value v);
  /* Called for each value of an array. Replaces *v. */
  bool (*munge)(struct ral_resource *r, const struct ral_attribute *a, value *v);
  /* The default, for one that is always the same; V_UNDEF: none. */
  value fallback_value;
  /* Returns the default, V_UNDEF: none; NULL: fallback_value is the default. */
  value (*fallback)(struct ral_resource *r);
  /* For properties. NULL: what Puppet's Property does, with the provider's `get` and `set`. */
  bool (*retrieve)(struct ral_resource *r, const struct ral_attribute *a, value *is);
  bool (*insync)(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in);
  bool (*sync)(struct ral_resource *r, const struct ral_attribute *a);
  /* Makes the wanted value from the settings; V_UNDEF: none. NULL: the first setting, or all of them (RAL_ALL). */
  value (*should)(const struct ral_resource *r, const struct ral_attribute *a);
  void (*show)(struct ral_resource *r, value v, struct buf *out);
  /* Like `show`, for functions that need the attribute, or need to know whether this is the wanted value. False: not
   * handled, use `show`. */
  bool (*text)(struct ral_resource *r, const struct ral_attribute *a, value v, bool wanted, struct buf *out);
  /* False: not handled, or failed with ral->error. */
  bool (*change)(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out);
  /* Converts one setting for transactionstore.yaml; NULL: stored unchanged. */
  value (*stored)(struct ral_resource *r, value v);
  /* Name of the event; NULL: made from the names of the attribute and the value. */
  const char *event;
  /* The event's name, and whether it makes waiting refreshes unnecessary (*renews). NULL: given by `event` and
   * `renews`. */
  bool (*describe_event)(struct ral_resource *r, const struct ral_attribute *a, str *name, bool *renews);
  /* Puppet's error when an audited property changes before its value was recorded; NULL: none. */
  const char *unrecorded;
  const char *renews; /* setting this word makes waiting refreshes unnecessary; NULL: none */
};

static inline bool ral_has_fallback(const struct ral_attribute *a)
{
  return a->fallback != NULL || a->fallback_value.kind != V_UNDEF;
}

/* --- providers --- */

/* A condition of a provider: the fact must have one of the values. */
struct ral_confine {
  const char *fact;          /* "os.family" */
  const char *const *values; /* case is ignored; ended by NULL */
};

struct ral_provider {
  const char *name;
  const char *features;        /* separated by spaces; "*": all; NULL: none */
  const char *const *commands; /* programs that must exist, names or paths; ended by NULL. NULL: none */
  const struct ral_confine *confines, *defaults; /* ended by a row without fact; NULL: none */
  /* Added to that of `defaults`, like the depth of the provider's class in Ruby. */
  int specificity;
  bool (*suitable)(struct ral *ral, const struct ral_provider *p); /* NULL: always suitable */
  /* Reads the states of all these resources, which use this provider, at once. */
  bool (*prefetch)(struct ral *ral, struct ral_resource **resources, uint32_t n);
  /* Providers with the same source list the same resources; only the first suitable one of them is asked. NULL: its
   * name. */
  const char *source;
  /* Names of the existing resources, for `resources` and `ficelle resource`. */
  bool (*instances)(struct ral *ral, struct valuevec *names);
  bool (*get)(struct ral_resource *r, const struct ral_attribute *a, value *is);
  bool (*set)(struct ral_resource *r, const struct ral_attribute *a, value should);
  bool (*flush)(struct ral_resource *r);
  bool (*refresh)(struct ral_resource *r);
  /* Changes several resources at once where it can, so that `set` has nothing left to do later; it does not touch the
   * others. The resources do not depend on each other. NULL: resources are changed one at a time only. */
  void (*batch)(struct ral *ral, struct ral_resource **resources, uint32_t n);
  const void *family; /* functions that only the types of one family use (agent/providers/FAMILY) */
};

/* --- types --- */

enum ral_type_flags {
  RAL_SELF_REFRESH = 1, /* a change refreshes the resource itself (mount) */
  RAL_DEPTH_FIRST = 2,  /* generated resources are applied before it (tidy) */
  RAL_CONTAINER = 4,    /* classes, defined types, stages: accepts any parameter, is never evaluated */
  RAL_WHIT = 8,
  RAL_WAITS = 16,      /* mostly waits for programs, which others need not wait for (setting `parallel`) */
  RAL_TITLES_ONLY = 32 /* a type of a module whose resources only titles distinguish */
};

struct ral_list;
struct graph_relation;

/* How `ficelle undo` restores what a run has changed (agent/journal). Each type has one rule. */
enum ral_undo_rule {
  RAL_UNDO_NOTHING,  /* changes cannot be undone */
  RAL_UNDO_NEEDLESS, /* there is nothing to undo: the type does not change the host */
  RAL_UNDO_VALUES,   /* the old values of the properties are applied */
  RAL_UNDO_FILES     /* complete files are restored */
};
struct ral_undo {
  enum ral_undo_rule rule;
  const char *attribute; /* for RAL_UNDO_FILES: the attribute with the path; NULL: use `files` */
  bool (*files)(struct ral_resource *r, struct valuevec *paths); /* paths, as texts; false: unknown */
  /* RAL_UNDO_NOTHING: why nothing is restored. RAL_UNDO_VALUES: what is lost if the resource was created or removed.
   * NULL: nothing. */
  const char *lost;
};

/* The versions of the type's module that behave like the type in C: `from` up to, but without, `below`; 0 for `below`:
 * all later ones. */
struct ral_versions {
  uint8_t from, from_minor, below, below_minor;
};

struct ral_type {
  const char *name; /* "file" */
  unsigned flags;
  /* The module that also defines it in Ruby (setting native_providers); NULL: none. */
  const char *module;
  struct ral_versions implements;
  const struct ral_attribute *attributes;      /* in Puppet's order, ended by a row without name; NULL: none */
  const struct ral_provider *const *providers; /* ended by NULL; NULL: the type has no providers */
  const char *not_supported;                   /* NULL: supported; else the text for messages */
  bool (*validate)(struct ral_resource *r);    /* called when all attributes are set */
  /* Makes the title from the namevars (sshkey); NULL: the catalog's title. */
  str (*title)(struct ral_resource *r);
  /* Completes a resource that was listed from the host; NULL: nothing to do. */
  bool (*listed)(struct ral_resource *r);
  /* Reads all present values at once, into the indexes of the attributes. NULL: reads ensure, then each property. */
  bool (*retrieve)(struct ral_resource *r, value *current);
  bool (*present)(const struct ral_resource *r, const value *current); /* NULL: present if ensure is not absent */
  bool (*refresh)(struct ral_resource *r);                             /* NULL: refreshes are ignored */
  bool (*flush)(struct ral_resource *r);
  /* Marks what else is secret, after attributes were marked as sensitive; NULL: nothing. */
  void (*redact)(struct ral_resource *r);
  bool (*finish)(struct ral_resource *r);  /* called when all resources of the catalog are known */
  bool (*related)(struct ral_resource *r); /* called when relationships are made; false ends the run */
  bool (*check)(struct ral_resource *r);   /* pre_run_check */
  bool (*generate)(struct ral_resource *r, struct ral_list *out);
  bool (*eval_generate)(struct ral_resource *r, struct ral_list *out);
  struct ral_undo undo;
  /* For types that are made at run time (agent/ruby); NULL in tables. */
  bool (*make)(struct ral_resource *r, const struct hash *params); /* sets all attributes except metaparameters */
  bool (*assign)(struct ral_resource *r, const char *attribute, value v);
  bool (*suitable)(struct ral_resource *r); /* whether it has a working provider now; may choose one */
  /* Autorequire, autobefore and so on. */
  bool (*relate)(struct ral_resource *r, const struct graph_relation **list, uint32_t *n);
  /* All resources of the type on the host. */
  bool (*instances)(struct ral *ral, const struct ral_type *t, struct ral_list *out);
  /* [[attribute, value, whether it can only be read], ...] as `ficelle resource` prints them. NULL: all that have
   * values, sorted by name. */
  bool (*shown)(struct ral_resource *r, const struct array **rows);
};
/* Finds a type in ral->types by its name in lower case. NULL: unknown type. */
const struct ral_type *ral_type_in_c(const struct ral *ral, str name);
/* The same, and types that modules have in Ruby. A type that exists in both is the one in C, unless the setting
 * `native_providers` is false or the module has a version that behaves differently. NULL: unknown type, or with
 * ral->error a type that cannot be used. */
const struct ral_type *ral_type_get(struct ral *ral, str name);
/* Classes and defined types; stages; begin and end nodes of a container. */
extern const struct ral_type ral_type_component, ral_type_stage, ral_type_whit;

/* What modules have in Ruby (agent/ruby/bridge.c), found by name. NULL: nothing has that name, or with ral->error it
 * cannot be used. */
struct ral_foreign {
  const struct ral_type *(*type)(struct ral *ral, str name);
  /* Whether a type in C behaves like its module's type in the version that is installed. */
  bool (*implemented)(struct ral *ral, const struct ral_type *t);
  /* A provider for a type in C. */
  const struct ral_provider *(*provider)(struct ral *ral, const struct ral_type *t, str name);
  /* This host's default for a type in C, if it is more specific than `least`. */
  const struct ral_provider *(*default_provider)(struct ral *ral, const struct ral_type *t, int least);
};

/* --- resources --- */

/* The wanted value of an attribute. For a property it is an array: either all items count (RAL_ALL) or the first one
 * that matches. */
struct ral_setting {
  bool set, sensitive;
  bool later; /* the catalog has a Deferred, which will replace the value, if there is one */
  value value;
};

struct ral_resource {
  struct ral *ral;
  const struct ral_type *type;
  const struct catalog_item *item; /* NULL: generated in this run */
  str type_name, title, ref;       /* "File", "/a", "File[/a]" */
  str path;                        /* "/Stage[main]/Main/File[/a]" */
  str file;                        /* empty: unknown, or not from a file */
  int64_t line;
  struct ral_setting *settings;        /* by index of the type's attributes */
  const struct ral_provider *provider; /* NULL: none, or not chosen yet */
  void *data;                          /* data of the type or the provider */
  struct ral_resource *container;      /* NULL: none, or Stage[main] */
  int noop;                            /* -1: as the setting says; 0, 1 */
  enum log_level level;                /* loglevel */
  value schedule, audit;               /* V_UNDEF: not given; audit: an array of names, or the symbol all */
  const struct array *tags;            /* texts; never NULL */
  bool purging;
  bool listed;               /* shown by `resource`, not applied */
  bool deferred;             /* some values are resolved when it is reached (ral_resolve) */
  struct ral_status *status; /* in this run; NULL before it is evaluated */
  /* The resource that generated it: this one is applied after it, or before it (RAL_DEPTH_FIRST). */
  struct ral_resource *before;
};

struct ral_list {
  struct arena *arena;
  struct ral_resource **items;
  uint32_t n, cap;
};
void ral_list_add(struct ral_list *l, struct ral_resource *r);

/* The state of a run. */
struct ral {
  struct arena *arena;
  struct settings *settings;
  const struct hash *facts;            /* structured facts of this host; never NULL */
  const struct ral_type *const *types; /* the types in C, ended by NULL (agent/types/types.h) */
  const struct catalog_doc *catalog;
  struct ral_list resources; /* in catalog order; generated ones follow the resource that generated them */
  struct strmap by_ref;      /* "file[/a]", the type in lower case -> struct ral_resource * */
  const str *modulepath;     /* directories of modules, for sources like puppet:///modules/a/b */
  uint32_t nmodulepath;
  bool noop;              /* the setting noop */
  bool custom_facts_left; /* `facts` has no custom facts */
  bool from_words;        /* values come from a command line: types of the Resource API convert them */
  bool as_given;          /* relationships are first checked in the transaction, as Puppet does for --catalog */
  bool as_listed;         /* the catalog's order is used, without autorequire and the like (undo) */
  str error;              /* of the last ral_fail() */
  str error_file;         /* the place that messages give; empty: none */
  int64_t error_line;
  bool error_of_system; /* a system call failed: Ruby raises an exception that is not Puppet's */
  str error_wrapped;    /* the system's message inside `error`; empty: none */
  bool error_logged;    /* `error` was logged already, where Puppet logs the system's message after it */
  /* On the monotonic clock: the run and its programs are ended then; 0: no deadline. */
  int64_t deadline_ms;
  /* Incremented before anything on the host is changed; what was read before is out of date. */
  uint64_t changes;
  const struct ral_resource *speaking; /* the resource whose tags, file and line log messages get */
  const char *speaking_tag;            /* an additional tag for log messages; NULL: none */
  void (*log)(struct ral *ral, enum log_level level, str source, str message);
  /* The result of a Deferred, with a top-level Sensitive unwrapped; false after ral_fail. NULL: Deferred values are not
   * supported. */
  bool (*resolve)(struct ral *ral, value deferred, value *out, bool *sensitive);
  void *resolving;           /* context of `resolve` */
  struct ral_memory *memory; /* of ral_memory() */
  /* Resources that are evaluated at the same time (agent/system/lanes.h); NULL: one after the other. */
  struct lanes *lanes;
  const struct file_server
    *server;        /* provides files of puppet:///… (agent/types/file/file_server.h); NULL: this host's modules do */
  bool own_modules; /* the server provides only sources that name a host: puppet:///… are files of this host */
  void *serving;    /* context of `server` */
  /* Types and providers in Ruby (agent/ruby/bridge.h); NULL: Ruby is not available. */
  const struct ral_foreign *foreign;
  struct ral_ruby *ruby; /* context of `foreign` */
};

/* Memory of a provider family for this run: `size` bytes, zeroed at first. `owner` is any address that identifies the
 * family. */
void *ral_memory(struct ral *ral, const void *owner, size_t size);

/* Whether the deadline of the run has passed. */
bool ral_is_late(const struct ral *ral);

/* Sets ral->error and returns false. */
bool ral_fail(struct ral *ral, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same after a failed system call. */
bool ral_fail_system(struct ral *ral, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Completes ral->error after setting a property failed: "Could not set 'file' on ensure: …". Adds the resource's place
 * if a system call failed. */
bool ral_fail_setting(struct ral_resource *r, const char *attribute, str value);

/* Makes the resources of a catalog, in its order, with attributes validated and munged. False with Puppet's message in
 * ral->error.
 */
bool ral_load(struct ral *ral, const struct catalog_doc *catalog);
/* A new resource that is not from the catalog; ral_set sets its attributes. It is not added to the lists of the run. */
struct ral_resource *ral_resource_new(struct ral *ral, const struct ral_type *type, str title);
/* Sets the namevars of a new resource from its title. */
bool ral_set_title(struct ral_resource *r);
/* Sets an attribute like a parameter in a manifest: validates and munges. */
bool ral_set(struct ral_resource *r, const char *attribute, value v);
/* Sets defaults, chooses the provider, and calls the type's own validation; after the last ral_set. */
bool ral_finish(struct ral_resource *r);
/* Calls the type's own validation. */
bool ral_validate(struct ral_resource *r);
/* Whether each resource that its relationships name is in the catalog, which has no virtual resources that were not
 * realized. late: with the message of Puppet's transaction. */
bool ral_check_relations(struct ral_resource *r, bool late);
/* Sets all parameters like those of a resource in a catalog: provider, metaparameters, attributes. Finishes the
 * resource, too. */
bool ral_set_params(struct ral_resource *r, const struct hash *params);
/* Adds it after `maker` in the run's lists; it gets the container and tags of `maker`. */
void ral_add_after(struct ral_resource *r, struct ral_resource *maker);
/* Copies the metaparameters of the resource that generates another one. */
void ral_copy_metaparameters(struct ral_resource *r, const struct ral_resource *maker);
/* Sets its tags: those of its type and title, `own`, and those of the resource that generates it. */
void ral_merge_tags(struct ral_resource *r, const struct array *own, const struct ral_resource *maker);
struct ral_resource *ral_find(const struct ral *ral, const char *type, str title);

/* The index of an attribute in its type; -1 for an unknown name. */
int ral_index(const struct ral_type *t, const char *name);
struct ral_setting *ral_setting(const struct ral_resource *r, const char *name);
/* The wanted value. Of a property: the first one, or all as an array (RAL_ALL). V_UNDEF: not set. */
value ral_should(const struct ral_resource *r, const struct ral_attribute *a);
value ral_value(const struct ral_resource *r, const char *name);
str ral_value_text(const struct ral_resource *r, const char *name);
/* The value as Ruby's to_s prints it. */
str ral_value_to_s(const struct ral_resource *r, const char *name);
/* Whether the attribute is set. */
bool ral_is_given(const struct ral_resource *r, const char *name);
/* Whether the attribute is set and true. */
bool ral_flag(const struct ral_resource *r, const char *name);
bool ral_is_noop(const struct ral_resource *r);
bool ral_provider_has(const struct ral_provider *p, const char *features);
bool ral_provider_suitable(struct ral *ral, const struct ral_provider *p);
/* The resource type's default on this host; NULL: none is suitable. */
const struct ral_provider *ral_default_provider(struct ral *ral, const struct ral_type *t);
/* The suitable providers that can list resources: the default provider first, one for each source. Ended by NULL, in
 * the arena. NULL with ral->error: the type has no providers at all. */
const struct ral_provider **ral_listing_providers(struct ral *ral, const struct ral_type *t);

/* Before a catalog is loaded: replaces hashes with __ptype by the values that they describe, except Deferred values and
 * the wrappers of secrets (rich.c). False after ral_fail: a value is nested too deeply. */
bool ral_read_rich(struct ral *ral, struct catalog_doc *doc);

/* --- Deferred values (deferred.c) --- */
/* Whether the value is Deferred or contains a Deferred. */
bool ral_is_deferred(value v);
/* Before a catalog is loaded: resolves all Deferred values (preprocess_deferred), or marks those that have secret
 * arguments as secret. */
bool ral_resolve_all(struct ral *ral, struct catalog_doc *doc);
bool ral_resolve_item(struct ral *ral, struct catalog_item *item);
/* Before a catalog is loaded: replaces Deferred values that name a variable by calls of `dig` with its value. */
bool ral_read_variables(struct ral *ral, struct catalog_doc *doc);
void ral_hide_deferred(struct ral *ral, struct catalog_doc *doc);
/* Resolves those of a resource, then validates the results and the whole resource. */
bool ral_resolve(struct ral_resource *r);
/* Like ral_set, but the error is the bare message; accepts metaparameters of a catalog's resource, too. */
bool ral_put(struct ral_resource *r, const struct ral_attribute *a, value v);
bool ral_set_metaparameters(struct ral_resource *r, const struct hash *params);

/* --- properties (property.c) --- */
/* Whether `audit` names the attribute. */
bool ral_audits(const struct ral_resource *r, const char *name);
/* Audits all properties that its provider supports. */
void ral_audit_all(struct ral_resource *r);
bool ral_retrieve(struct ral_resource *r, value *current);
/* Ignores the type's `retrieve`: reads ensure, then the properties that are set. */
bool ral_retrieve_each(struct ral_resource *r, value *current);
bool ral_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in);
bool ral_sync(struct ral_resource *r, const struct ral_attribute *a);
bool ral_equal(value is, value should);
/* Prints a value as messages show it: 'text', ['a', 'b']. */
void ral_show_value(struct buf *out, value v);
void ral_show(struct ral_resource *r, const struct ral_attribute *a, value v, struct buf *out);
/* Prints the wanted value. */
void ral_show_should(struct ral_resource *r, const struct ral_attribute *a, struct buf *out);
bool ral_show_change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out);
/* *renews: the event makes waiting refreshes unnecessary. */
str ral_event_name(struct ral_resource *r, const struct ral_attribute *a, bool *renews);

/* --- log messages of a resource; their source is its path --- */
void ral_log(struct ral_resource *r, enum log_level level, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* A message about an attribute: the source is the attribute's path, and its name is a tag. */
void ral_log_attribute(struct ral_resource *r, const struct ral_attribute *a, enum log_level level, str message);
/* The message of an attribute's event: without that tag. */
void ral_log_event(struct ral_resource *r, const struct ral_attribute *a, enum log_level level, str message);
/* A message from the provider: the source is "Package[x](provider=apt)". */
void ral_log_provider(struct ral_resource *r, enum log_level level, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
/* A warning with the resource's place, once in a run for each key, unless the setting disable_warnings names its kind.
 * Like Puppet, prints at most a hundred of them. */
void ral_warn_once(struct ral_resource *r, const char *kind, str key, const char *text);
/* A message of the run itself: the source is "Puppet". */
void ral_log_run(struct ral *ral, enum log_level level, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif

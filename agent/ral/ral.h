/* The resource abstraction layer: types, providers and resources of a run.
 *
 * A type is a table of attributes (struct ral_type), a provider a row of functions (struct ral_provider). A resource
 * holds the wanted values, validated and munged as Puppet does. The transaction asks it for its present values,
 * compares them property by property, and sets those that differ.
 *
 * Values are the compiler's (values/value.h). What is a symbol in Puppet is one here (RAL_WORD, ral_symbol), since
 * the symbol `absent` and the text "absent" are different contents of a file, and state files show the difference.
 *
 * Functions that can fail return false after ral_fail(); nothing jumps. All memory is the run's arena. */
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
value ral_symbol(struct arena *a, str text);
/* Whether it is the symbol of that name. */
bool ral_is(value v, const char *name);
/* The text of a string or symbol; empty for all else. */
str ral_text(value v);
/* Ruby's to_s. */
str ral_to_s(struct arena *a, value v);

struct ral;
struct ral_resource;
struct ral_type;
struct ral_provider;
struct ral_status;

/* --- attributes --- */

/* A word that an attribute accepts. Munging turns it into the symbol `name`, or into the word it is an alias for. */
struct ral_word {
  const char *name;
  const char *alias_of; /* NULL: none */
  const char *features; /* that the provider must have, separated by spaces; NULL: none */
  const char *event;    /* the event's name when this is the wanted value; NULL: the attribute's */
};

enum ral_attribute_flags {
  RAL_PROPERTY = 1, /* compared and set; without it a parameter */
  RAL_ALL = 2,      /* all its values count (array_matching all); without it the first that fits */
  RAL_BOOLEAN = 4,  /* true, false, yes, no in any form: munged to true and false */
  RAL_NAMEVAR = 8,
  RAL_NOT_IDEMPOTENT = 16, /* never corrective */
  RAL_BINARY = 32,         /* its wanted value is bytes: reports have it as base64 */
  RAL_HIDES = 64,          /* a parameter that the type itself keeps out of messages when it is a secret */
  RAL_SECRET = 128         /* its values are always secrets */
};

struct ral_attribute {
  const char *name;
  unsigned flags;
  const struct ral_word *words; /* ended by a row without name; NULL: any value */
  const char *const *patterns;  /* Ruby expressions that other values must match; ended by NULL. NULL: none */
  const char *pattern_features; /* that the provider must have for values that are not words; NULL: none */
  const char *features;         /* without them the attribute is not managed; NULL: none */
  const char *refused;          /* why it is not supported; NULL: it is */
  bool (*validate)(struct ral_resource *r, const struct ral_attribute *a, value v);
  /* One value of an array. *v is replaced. */
  bool (*munge)(struct ral_resource *r, const struct ral_attribute *a, value *v);
  /* The value when none is given; V_UNDEF: none. */
  value (*fallback)(struct ral_resource *r);
  /* Properties. NULL: what Puppet's Property does, and the provider's `get` and `set`. */
  bool (*retrieve)(struct ral_resource *r, const struct ral_attribute *a, value *is);
  bool (*insync)(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in);
  bool (*sync)(struct ral_resource *r, const struct ral_attribute *a);
  /* What is wanted in the end, made of the settings; V_UNDEF: nothing. NULL: their first one, or all (RAL_ALL). */
  value (*should)(const struct ral_resource *r, const struct ral_attribute *a);
  void (*show)(struct ral_resource *r, value v, struct buf *out);
  /* The same for who has to know the attribute, and whether the value is the wanted one. False: as all others. */
  bool (*text)(struct ral_resource *r, const struct ral_attribute *a, value v, bool wanted, struct buf *out);
  /* False: handled like all others, or failed with ral->error. */
  bool (*change)(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out);
  value (*stored)(struct ral_resource *r, value v); /* one setting as transactionstore.yaml has it; NULL: as it is */
  const char *event;                                /* the event's name; NULL: from the attribute's name and value */
  /* The event's name, and whether waiting refreshes are needless after it; NULL: by `event` and `renews`. */
  bool (*describe_event)(struct ral_resource *r, const struct ral_attribute *a, str *name, bool *renews);
  const char *unrecorded; /* Puppet's error when it is audited and changes before a value was recorded; NULL: none */
  const char *renews;     /* setting it to this word makes waiting refreshes needless; NULL: none */
};

/* --- providers --- */

/* The fact must have one of the values. */
struct ral_confine {
  const char *fact;          /* "os.family" */
  const char *const *values; /* in any case; ended by NULL */
};

struct ral_provider {
  const char *name;
  const char *features;        /* separated by spaces; "*": all; NULL: none */
  const char *const *commands; /* programs that must be there, names or paths; ended by NULL. NULL: none */
  const struct ral_confine *confines, *defaults; /* ended by a row without fact; NULL: none */
  int specificity;                               /* added to that of `defaults`, as a deeper class in Ruby */
  bool (*suitable)(struct ral *ral, const struct ral_provider *p); /* NULL: yes */
  /* Reads the states of all these resources in one go; they are of this provider. */
  bool (*prefetch)(struct ral *ral, struct ral_resource **resources, uint32_t n);
  /* Providers with one source list the same things; the first suitable one does it for all. NULL: its name. */
  const char *source;
  /* Names of what is there, for `resources` and `ficelle resource`. */
  bool (*instances)(struct ral *ral, struct valuevec *names);
  bool (*get)(struct ral_resource *r, const struct ral_attribute *a, value *is);
  bool (*set)(struct ral_resource *r, const struct ral_attribute *a, value should);
  bool (*flush)(struct ral_resource *r);
  bool (*refresh)(struct ral_resource *r);
  /* Makes the changes of several resources at once where it can, so that `set` has nothing to do when their turns come;
   * the others are left as they are. None of them depends on another one. NULL: one at a time only. */
  void (*batch)(struct ral *ral, struct ral_resource **resources, uint32_t n);
  const void *family; /* functions that only types of one family know (agent/providers/FAMILY) */
};

/* --- types --- */

enum ral_type_flags {
  RAL_SELF_REFRESH = 1, /* a change refreshes the resource itself (mount) */
  RAL_DEPTH_FIRST = 2,  /* generated resources come before it (tidy) */
  RAL_CONTAINER = 4,    /* classes, defined types, stages: takes any parameter, is never evaluated */
  RAL_WHIT = 8,
  RAL_WAITS = 16 /* takes most of its time waiting for programs that others need not wait for (setting `parallel`) */
};

struct ral_list;
struct graph_relation;

/* How `ficelle undo` puts back what a run has changed (agent/journal). One rule a type. */
enum ral_undo_rule {
  RAL_UNDO_NOTHING,  /* it cannot */
  RAL_UNDO_NEEDLESS, /* nothing of the host was changed */
  RAL_UNDO_VALUES,   /* the old values of the properties are wanted again */
  RAL_UNDO_FILES     /* complete files are restored */
};
struct ral_undo {
  enum ral_undo_rule rule;
  const char *attribute; /* of files: the attribute that has the path; NULL: use `files` */
  bool (*files)(struct ral_resource *r, struct valuevec *paths); /* texts; false: unknown */
  const char *lost; /* why nothing is put back; of values: what is not, when it was made or removed. NULL: none */
};

struct ral_type {
  const char *name; /* "file" */
  unsigned flags;
  const char *module;                          /* that defines it in Ruby, too (setting native_providers); NULL: none */
  const struct ral_attribute *attributes;      /* in Puppet's order, ended by a row without name; NULL: none */
  const struct ral_provider *const *providers; /* ended by NULL; NULL: the type has none */
  const char *not_supported;                   /* NULL: it is; else what messages say */
  bool (*validate)(struct ral_resource *r);    /* once all attributes are set */
  str (*title)(struct ral_resource *r);        /* made of the namevars (sshkey); NULL: the catalog's */
  bool (*listed)(struct ral_resource *r);      /* it was made of what is on the host; NULL: nothing more to set */
  /* All present values at once, by the places of the attributes. NULL: ensure, then property by property. */
  bool (*retrieve)(struct ral_resource *r, value *current);
  bool (*present)(const struct ral_resource *r, const value *current); /* NULL: ensure is not absent */
  bool (*refresh)(struct ral_resource *r);                             /* NULL: refreshes pass */
  bool (*flush)(struct ral_resource *r);
  void (*redact)(struct ral_resource *r); /* after attributes were marked as sensitive: what else is; NULL: nothing */
  bool (*finish)(struct ral_resource *r); /* when all resources of the catalog are known */
  bool (*check)(struct ral_resource *r);  /* pre_run_check */
  bool (*generate)(struct ral_resource *r, struct ral_list *out);
  bool (*eval_generate)(struct ral_resource *r, struct ral_list *out);
  struct ral_undo undo;
  /* Of types that are made at run time (agent/ruby); NULL in tables. */
  bool (*make)(struct ral_resource *r, const struct hash *params); /* sets all but the metaparameters */
  bool (*assign)(struct ral_resource *r, const char *attribute, value v);
  bool (*suitable)(struct ral_resource *r); /* whether its provider works by now; may choose one */
  bool (*relate)(struct ral_resource *r, const struct graph_relation **list,
                 uint32_t *n);                                                        /* autorequire and its like */
  bool (*instances)(struct ral *ral, const struct ral_type *t, struct ral_list *out); /* all there is on the host */
};
/* Finds a type in ral->types by its name in lower case. NULL if there is no such type. */
const struct ral_type *ral_type_in_c(const struct ral *ral, str name);
/* The same, where modules have types in Ruby. For a module's type that also exists in C it is the one in C, unless the
 * setting `native_providers` is false. NULL: unknown type, or with ral->error a type that cannot be used. */
const struct ral_type *ral_type_get(struct ral *ral, str name);
/* Classes and defined types; stages; the beginning and the end of a container. */
extern const struct ral_type ral_type_component, ral_type_stage, ral_type_whit;

/* What modules have in another language (agent/ruby/bridge.c), asked by name. NULL: they have nothing of that name, or
 * with ral->error it cannot be used. */
struct ral_foreign {
  const struct ral_type *(*type)(struct ral *ral, str name);
  /* For a type in C. */
  const struct ral_provider *(*provider)(struct ral *ral, const struct ral_type *t, str name);
  /* This host's default for a type in C, if it is more specific than `least`. */
  const struct ral_provider *(*default_provider)(struct ral *ral, const struct ral_type *t, int least);
};

/* --- resources --- */

/* The wanted value of an attribute. For a property it is an array: all of it counts, or the first item that fits. */
struct ral_setting {
  bool set, sensitive;
  bool later; /* the catalog has a Deferred, which replaces what is set, if anything */
  value value;
};

struct ral_resource {
  struct ral *ral;
  const struct ral_type *type;
  const struct catalog_item *item; /* NULL: generated in this run */
  str type_name, title, ref;       /* "File", "/a", "File[/a]" */
  str path;                        /* "/Stage[main]/Main/File[/a]" */
  str file;                        /* empty: unknown */
  int64_t line;
  struct ral_setting *settings;        /* by the places of the type's attributes */
  const struct ral_provider *provider; /* NULL: none (yet) */
  void *data;                          /* the type's or the provider's */
  struct ral_resource *container;      /* NULL: none, or Stage[main] */
  int noop;                            /* -1: as the setting; 0, 1 */
  enum log_level level;                /* loglevel */
  value schedule, audit;               /* V_UNDEF: not given; audit: an array of names, or the word all */
  const struct array *tags;            /* texts; never NULL */
  bool purging;
  bool deferred;               /* some values are resolved later (ral_resolve) */
  struct ral_status *status;   /* of this run; NULL before the first */
  struct ral_resource *before; /* generated: it must come before (depth first) or after this one */
};

struct ral_list {
  struct arena *arena;
  struct ral_resource **items;
  uint32_t n, cap;
};
void ral_list_add(struct ral_list *l, struct ral_resource *r);

/* What a run is about. */
struct ral {
  struct arena *arena;
  struct settings *settings;
  const struct hash *facts;            /* structured facts of this host; never NULL */
  const struct ral_type *const *types; /* those in C, ended by NULL (agent/types/types.h) */
  const struct catalog_doc *catalog;
  struct ral_list resources; /* in the order of the catalog, generated ones behind their makers */
  struct strmap by_ref;      /* "file[/a]", type in lower case -> struct ral_resource * */
  const str *modulepath;     /* where modules are, for sources like puppet:///modules/a/b */
  uint32_t nmodulepath;
  bool noop;              /* the setting */
  bool custom_facts_left; /* `facts` are without custom ones */
  bool as_listed;         /* types relate no resources: the catalog's order counts (an undo's) */
  str error;              /* of the last ral_fail() */
  str error_file;         /* where messages place it; empty: nowhere */
  int64_t error_line;
  bool error_of_system;                /* a system call failed: in Ruby this is an exception that is not Puppet's */
  str error_wrapped;                   /* the system's message inside the text; empty: none */
  bool error_logged;                   /* the text is in the log already, where that of the system is to follow */
  int64_t deadline_ms;                 /* of the monotonic clock: the run ends then, programs too; 0: none */
  uint64_t changes;                    /* goes up before anything on the host is changed: what was read is old then */
  const struct ral_resource *speaking; /* whose tags, file and line log lines get */
  const char *speaking_tag;            /* and this tag, too; NULL: none */
  void (*log)(struct ral *ral, enum log_level level, str source, str message);
  /* The result of a Deferred, with a top-level Sensitive unwrapped; false after ral_fail. NULL: Deferred values are not
   * supported. */
  bool (*resolve)(struct ral *ral, value deferred, value *out, bool *sensitive);
  void *resolving;           /* for it */
  struct ral_memory *memory; /* of ral_memory() */
  struct lanes *lanes; /* resources that are worked on at the same time (agent/system/lanes.h); NULL: one by one */
  const struct file_server
    *server;        /* has the files of puppet:///… (agent/types/file/file_server.h); NULL: this host has them */
  bool own_modules; /* only sources that name a host are the server's: puppet:///… are files of this host */
  void *serving;    /* for it */
  const struct ral_foreign *foreign; /* types and providers in Ruby (agent/ruby/bridge.h); NULL: there can be none */
  struct ral_ruby *ruby;             /* for it */
};

/* Memory of a provider family for this run: `size` bytes, zero at first. `owner` is any address that identifies the
 * family. */
void *ral_memory(struct ral *ral, const void *owner, size_t size);

int64_t ral_clock_ms(void);
/* Whether the deadline of the run is over. */
bool ral_is_late(const struct ral *ral);

/* Sets the error's text, and is false. */
bool ral_fail(struct ral *ral, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same when a system call failed. */
bool ral_fail_system(struct ral *ral, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The error came while a value of a property was set: "Could not set 'file' on ensure: …", with the resource's place
 * when it is the system's. */
bool ral_fail_setting(struct ral_resource *r, const char *attribute, str value);

/* The resources of a catalog, with attributes validated and munged, in its order. False: Puppet's message, in
 * ral->error.
 */
bool ral_load(struct ral *ral, const struct catalog_doc *catalog);
/* A resource of a generated kind: `settings` are given by ral_set. Not in the lists of the run. */
struct ral_resource *ral_resource_new(struct ral *ral, const struct ral_type *type, str title);
/* Sets the namevars of a new resource from its title. */
bool ral_set_title(struct ral_resource *r);
/* As a parameter in a manifest: validates and munges. */
bool ral_set(struct ral_resource *r, const char *attribute, value v);
/* Defaults, provider, the type's own validation; after the last ral_set. */
bool ral_finish(struct ral_resource *r);
/* All at once, as a resource in a catalog: provider, metaparameters, attributes; it is finished then. */
bool ral_set_params(struct ral_resource *r, const struct hash *params);
/* Puts it behind another in the run's lists and gives it that one's container and tags. */
void ral_add_after(struct ral_resource *r, struct ral_resource *maker);
/* The metaparameters of the resource that generates another one. */
void ral_copy_metaparameters(struct ral_resource *r, const struct ral_resource *maker);
/* Its tags: those of its type and title, its own ones, and those of the resource that generates it. */
void ral_merge_tags(struct ral_resource *r, const struct array *own, const struct ral_resource *maker);
struct ral_resource *ral_find(const struct ral *ral, const char *type, str title);

/* The index of an attribute in its type; -1 for an unknown name. */
int ral_index(const struct ral_type *t, const char *name);
struct ral_setting *ral_setting(const struct ral_resource *r, const char *name);
/* The wanted value: of a property its first one, or all as an array (RAL_ALL); V_UNDEF when it is not set. */
value ral_should(const struct ral_resource *r, const struct ral_attribute *a);
value ral_value(const struct ral_resource *r, const char *name);
str ral_value_text(const struct ral_resource *r, const char *name);
/* The same as Ruby's to_s. */
str ral_value_to_s(const struct ral_resource *r, const char *name);
/* Whether there is one. */
bool ral_is_given(const struct ral_resource *r, const char *name);
/* Set and true. */
bool ral_flag(const struct ral_resource *r, const char *name);
bool ral_is_noop(const struct ral_resource *r);
bool ral_provider_has(const struct ral_provider *p, const char *features);
bool ral_provider_suitable(struct ral *ral, const struct ral_provider *p);
/* The resource type's default on this host; NULL: none is suitable. */
const struct ral_provider *ral_default_provider(struct ral *ral, const struct ral_type *t);
/* The suitable providers that list what is there: the default one first, one of each source. Ended by NULL, in the
 * arena. */
const struct ral_provider **ral_listing_providers(struct ral *ral, const struct ral_type *t);

/* Before a catalog is loaded: values of resources that JSON lacks are what their hashes with __ptype stand for, but for
 * Deferred ones and the wrappers of secret ones (rich.c). False after ral_fail: a value is nested too deep. */
bool ral_read_rich(struct ral *ral, struct catalog_doc *doc);

/* --- Deferred values (deferred.c) --- */
/* Whether a value of a catalog is one, or has one in it. */
bool ral_is_deferred(value v);
/* Before a catalog is loaded: replaces all (preprocess_deferred), or marks those as secret that
 * have secret arguments. */
bool ral_resolve_all(struct ral *ral, struct catalog_doc *doc);
bool ral_resolve_item(struct ral *ral, struct catalog_item *item);
void ral_hide_deferred(struct ral *ral, struct catalog_doc *doc);
/* Those of a resource; then what they give is validated, and the resource as a whole. */
bool ral_resolve(struct ral_resource *r);
/* ral_set with the bare message, and the metaparameters of a catalog's resource. */
bool ral_put(struct ral_resource *r, const struct ral_attribute *a, value v);
bool ral_set_metaparameters(struct ral_resource *r, const struct hash *params);

/* --- properties (property.c) --- */
/* Whether `audit` names the attribute. */
bool ral_audits(const struct ral_resource *r, const char *name);
/* All properties that its provider knows. */
void ral_audit_all(struct ral_resource *r);
bool ral_retrieve(struct ral_resource *r, value *current);
/* Without the type's own way: ensure, then the properties that are set. */
bool ral_retrieve_each(struct ral_resource *r, value *current);
bool ral_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in);
bool ral_sync(struct ral_resource *r, const struct ral_attribute *a);
bool ral_equal(value is, value should);
/* As messages show values: 'text', ['a', 'b']. */
void ral_show_value(struct buf *out, value v);
void ral_show(struct ral_resource *r, const struct ral_attribute *a, value v, struct buf *out);
/* The wanted value. */
void ral_show_should(struct ral_resource *r, const struct ral_attribute *a, struct buf *out);
bool ral_show_change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out);
/* *renews: waiting refreshes are needless after it. */
str ral_event_name(struct ral_resource *r, const struct ral_attribute *a, bool *renews);

/* --- log lines of a resource; the source is its path --- */
void ral_log(struct ral_resource *r, enum log_level level, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* A line of an attribute: the source is its path, and its name is a tag. */
void ral_log_attribute(struct ral_resource *r, const struct ral_attribute *a, enum log_level level, str message);
/* The line of an attribute's event: without that tag. */
void ral_log_event(struct ral_resource *r, const struct ral_attribute *a, enum log_level level, str message);
/* A line of the provider: the source is "Package[x](provider=apt)". */
void ral_log_provider(struct ral_resource *r, enum log_level level, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
/* A warning with the resource's place, once in a run for each key, unless the setting disable_warnings names its kind.
 * After a hundred of them there are no more, as in Puppet. */
void ral_warn_once(struct ral_resource *r, const char *kind, str key, const char *text);
/* Of the run itself: the source is "Puppet". */
void ral_log_run(struct ral *ral, enum log_level level, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif

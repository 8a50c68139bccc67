/* The state of one compilation, from node to catalog: what the evaluator, the functions and the catalog
 * share. Made and run by compiler/compile.c, gone with its arena. */
#ifndef FICELLE_COMPILATION_COMPILATION_H
#define FICELLE_COMPILATION_COMPILATION_H

#include "base/log.h"
#include "base/map.h"
#include "compiler/observer/observer.h"
#include "compiler/types/type.h"
#include "compiler/values/context.h"

struct catalog;
struct call_frame;
struct compilation;
struct compilation_ops;
struct environment;
struct epp_output;
struct exported_source;
struct eval_state;
struct frame_guard;
struct functions_state;
struct host;
struct jump_point;
struct lookup;
struct made_definitions;
struct rendering;
struct ruby_state;
struct scope;

/* KEEP_HANDED_OVER: what is handed over; KEEP_ALL: with the exported resources. Both on one line. */
enum compile_keep { KEEP_NOTHING, KEEP_HANDED_OVER, KEEP_ALL };

/* Whom the function puppetdb_query asks: a query in PQL (a text) or its AST (an array). False with a message; the rows
 * are in the arena. */
struct query_source {
  void *ctx;
  bool (*query)(void *ctx, struct arena *a, value query, value *out, str *error);
};

/* What somebody adds to the catalog's JSON, behind the classes: the metadata of files. `make` is called once, when the
 * catalog is finished, and may fail (fail_message); `json` is what it makes: `,"key":value`, or empty. */
struct compile_more {
  void (*make)(struct compilation *c, struct compile_more *more);
  void *ctx;
  str json;
};

struct compile_block;
struct compile_settings {
  enum severity strict; /* setting `strict` */
  enum severity cycles; /* setting `cycles` */
  str cycles_file;      /* where the caller is going to put the graph of them; empty: nowhere */
  bool strict_variables;
  bool without_deprecations; /* warnings of what is deprecated are not given (setting `disable_warnings`) */
  bool without_undefined;    /* nor those of undefined variables */
  bool tasks;
  bool freeze_main;
  bool rich_data;
  bool keeps_bytes; /* a text that is no UTF-8 is written as a Binary, instead of failing */
  bool storeconfigs;
  const struct exported_source *exported; /* resources of other nodes, with storeconfigs; NULL: there are none */
  const struct query_source *queries;     /* NULL: there is nobody to ask */
  size_t memory_limit_bytes;              /* 0 = none */
  int64_t time_limit_ms;                  /* 0 = none */
  int64_t ruby_time_limit_ms;             /* of a call into Ruby; 0 = none */
  size_t ruby_memory_limit_bytes;         /* of the same; 0 = none */
  uint32_t max_depth;                     /* 0 = default */
  bool without_native_functions;          /* functions of modules are those in Ruby (setting `native_functions`) */
  bool without_native_templates;          /* ERB is Ruby's (setting `native_templates`) */
  str server_version;                     /* $serverversion */
  const struct hash *values;              /* $settings::…: name -> value; NULL: none */
  bool provenance;                        /* remember where values came from (catalog/provenance.h) */
  bool write_json;                        /* the result has the catalog's JSON */
  bool drop_exported;                     /* leave exported resources out of it, as what a server sends */
  enum compile_keep keep;                 /* the JSON that the result also has, to be stored */
  str code_id;                            /* of the version of the code; empty: null */
  struct compile_more *more;              /* what the writer of JSON adds; NULL: nothing */
  const struct compile_block *block;      /* NULL: none */
};

/* An apply block of a plan, which is evaluated in top scope after the manifests as a part of the same catalog. */
struct compile_block {
  str file;                     /* of the plan, for messages and resources; empty: none */
  str text;                     /* of the whole file */
  uint32_t offset;              /* in bytes: somewhere from `apply` to the end of the block */
  uint32_t statements;          /* it has so many; else the failure says that it is another one */
  const struct hash *variables; /* of top scope, set before: names without `$`, values in plain data */
};

/* Everything about the node that is given from outside. */
struct node_data {
  str name;                        /* certname */
  const struct hash *facts;        /* $facts, also top-scope variables; never NULL */
  const struct hash *parameters;   /* from a classifier; never NULL */
  const struct hash *trusted;      /* $trusted */
  const struct hash *server_facts; /* $server_facts, also top-scope variables */
  value classes;                   /* array of names, hash name -> parameters, or undef */
};

/* What a jump or a failure puts back, by assignment (scope/jump.h has what it points to). All of it is on
 * the C stack. */
struct dynamic {
  struct jump_point *jumps;
  struct frame_guard *guards;
  struct epp_output *epp;   /* what templates in EPP have written, the innermost first */
  struct call_frame *calls; /* the innermost first */
  uint32_t programs;        /* texts being evaluated: where break() ends with a place */
};

struct compilation {
  struct context context;            /* first: a struct context * of a compilation is a compilation */
  const struct compilation_ops *ops; /* what higher folders do for lower ones (compilation/call.h) */
  struct arena *arena;
  const struct compile_settings *settings;
  const struct host *host;
  const struct observer *observer;
  struct environment *environment;
  const struct node_data *node;
  struct catalog *catalog;
  uint64_t serial;               /* no other of the process has it: for what definitions and files keep */
  struct type_resolver resolver; /* finds type aliases and resource types through the environment */
  struct ptrmap type_aliases;    /* those resolved so far: symbol -> struct type * */
  struct dynamic dynamic;
  struct ptrmap class_scopes;            /* of classes and nodes that are evaluated: symbol -> struct scope * */
  struct strmap qualified;               /* variables set by their qualified name: value * */
  bool evaluating_defines;               /* those that wait */
  struct lookup *lookup;                 /* what data lookups remember; NULL until the first */
  struct eval_state *eval;               /* the evaluator's own; NULL until its first call */
  struct rendering *rendering;           /* the template in ERB that is being rendered natively; NULL: none */
  struct functions_state *functions;     /* the functions' own; NULL until one is looked for */
  struct ruby_state *ruby;               /* of compiler/ruby; NULL until Ruby is used */
  struct made_definitions *made;         /* classes and defines that code in Ruby made; NULL: none */
  struct scope *top, *node_scope;        /* node_scope NULL until a node definition matched */
  bool debugging;                        /* lines at level debug are wanted, of some category */
  struct strmap told, told_deprecations; /* see compile_first_time */
  uint64_t warnings, deprecations;
  uint64_t native_calls; /* of functions that replace a module's Ruby */
};

/* The context, the arena and what is empty at first; all else stays as it is. compile_prepare (compile.h) also gives it
 * its table of operations. */
void compilation_init(struct compilation *c, struct arena *a);
#define CTX(c) (&(c)->context)

/* Names that are looked for everywhere, interned once. */
struct compilation_names {
  const symbol *facts, *trusted, *server_facts, *module_name, *caller_module_name, *title, *name, *class, *node;
};
extern struct compilation_names compilation_name;

/* True the first time in a compilation, for messages that are printed once. */
bool compile_first_time(struct compilation *c, str what);
/* Whether a deprecation is to be told: true once a key, and not when a hundred were. */
bool compile_new_deprecation(struct compilation *c, str key);

/* Log of the compilation (host->log): level names as Puppet's. Messages are complete. */
enum compile_log_level {
  CLOG_DEBUG,
  CLOG_INFO,
  CLOG_NOTICE,
  CLOG_WARNING,
  CLOG_ERR,
  CLOG_ALERT,
  CLOG_EMERG,
  CLOG_CRIT
};
/* `source`: prefix as "Scope(Class[main])", empty for none: kept apart, since only the console shows it. */
void compile_log(struct compilation *c, enum compile_log_level level, str source, str message);
/* With a place (" (file: F, line: N, column: C)"), which the console appends and other destinations keep
 * apart. */
void compile_log_at(struct compilation *c, enum compile_log_level level, str message, str place);

/* Lines at level debug: what was read, looked up, evaluated, and where it was found. They have names, places, numbers
 * and times, and never a value, for that may be a secret. Arguments are evaluated only when the line is wanted. Puppet
 * is matched where it has the same line. */
#define compile_debug(c, category, ...) compile_debug_from(c, category, STR_EMPTY, __VA_ARGS__)
/* With a source, as compile_log has it. */
#define compile_debug_from(c, category, source, ...)                                       \
  do {                                                                                     \
    if (compile_debugs(c, category)) compile_debug_line(c, category, source, __VA_ARGS__); \
  } while (0)
bool compile_wants_debug(const struct compilation *c, struct log_category *category);
static inline bool compile_debugs(const struct compilation *c, struct log_category *category)
{
  return c->debugging && compile_wants_debug(c, category);
}
void compile_debug_line(struct compilation *c, struct log_category *category, str source, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));
/* A clock for times in such lines: in microseconds, 0 when lines of the category are not wanted; and the milliseconds
 * since then. */
uint64_t compile_debug_clock(const struct compilation *c, struct log_category *category);
double compile_debug_ms(const struct compilation *c, uint64_t began_us);

#endif

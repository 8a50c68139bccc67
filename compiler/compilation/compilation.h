/* The state of one compilation, shared by the evaluator, the functions and the catalog. compiler/compile.c creates it;
 * it is freed with its arena. */
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

/* KEEP_HANDED_OVER: the catalog as sent to the agent; KEEP_ALL: with exported resources. Both on one line. */
enum compile_keep { KEEP_NOTHING, KEEP_HANDED_OVER, KEEP_ALL };

/* Runs queries of the function puppetdb_query: PQL (a string) or AST (an array). False with a message; rows are in the
 * arena. */
struct query_source {
  void *ctx;
  bool (*query)(void *ctx, struct arena *a, value query, value *out, str *error);
};

/* An addition to the catalog's JSON after the classes: the metadata of files. `make` is called once for the finished
 * catalog, may fail (fail_message), and sets `json` to `,"key":value` or leaves it empty. */
struct compile_more {
  void (*make)(struct compilation *c, struct compile_more *more);
  void *ctx;
  str json;
};

struct compile_block;
struct compile_settings {
  enum severity strict; /* setting `strict` */
  enum severity cycles; /* setting `cycles` */
  str cycles_file;      /* where the caller will write the graph of cycles; empty: nowhere */
  bool strict_variables;
  bool without_deprecations; /* omit deprecation warnings (setting `disable_warnings`) */
  bool without_undefined;    /* omit warnings about undefined variables */
  bool tasks;
  bool freeze_main;
  bool rich_data;
  bool keeps_bytes; /* write text that is not UTF-8 as a Binary instead of failing */
  bool storeconfigs;
  const struct exported_source *exported; /* resources of other nodes, with storeconfigs; NULL: none */
  const struct query_source *queries;     /* NULL: queries fail */
  size_t memory_limit_bytes;              /* 0 = none */
  int64_t time_limit_ms;                  /* 0 = none */
  int64_t ruby_time_limit_ms;             /* of one call into Ruby; 0 = none */
  size_t ruby_memory_limit_bytes;         /* of the same; 0 = none */
  uint32_t max_depth;                     /* 0 = default */
  bool without_native_functions;          /* call functions of modules in Ruby (setting `native_functions`) */
  bool without_native_templates;          /* render ERB with Ruby (setting `native_templates`) */
  str server_version;                     /* $serverversion */
  const struct hash *values;              /* $settings::…: name -> value; NULL: none */
  bool provenance;                        /* remember where values came from (catalog/provenance.h) */
  bool write_json;                        /* the result has the catalog's JSON */
  bool drop_exported;                     /* omit exported resources from it, as a server does */
  enum compile_keep keep;                 /* the JSON that the result has for storing */
  str code_id;                            /* of the version of the code; empty: null */
  struct compile_more *more;              /* NULL: no addition */
  const struct compile_block *block;      /* NULL: none */
};

/* An apply block of a plan, which is evaluated in top scope after the manifests as a part of the same catalog. */
struct compile_block {
  str file;                     /* of the plan, for messages and resources; empty: none */
  str text;                     /* of the whole file */
  uint32_t offset;              /* in bytes: somewhere from `apply` to the end of the block */
  uint32_t statements;          /* the number it must have; otherwise it is another block, and the compilation fails */
  const struct hash *variables; /* set in top scope before it: names without `$`, plain data */
};

/* The input about the node. */
struct node_data {
  str name;                        /* certname */
  const struct hash *facts;        /* $facts, also top-scope variables; never NULL */
  const struct hash *parameters;   /* from a classifier; never NULL */
  const struct hash *trusted;      /* $trusted */
  const struct hash *server_facts; /* $server_facts, also top-scope variables */
  value classes;                   /* array of names, hash name -> parameters, or undef */
};

/* State that a jump or a failure restores by assignment. It points to the C stack (scope/jump.h). */
struct dynamic {
  struct jump_point *jumps;
  struct frame_guard *guards;
  struct epp_output *epp;   /* output of EPP templates, innermost first */
  struct call_frame *calls; /* the innermost first */
  uint32_t programs;        /* number of texts being evaluated, at whose end break() fails */
};

struct compilation {
  struct context context;            /* first: a struct context * of a compilation is a compilation */
  const struct compilation_ops *ops; /* calls to higher folders (compilation/call.h) */
  struct arena *arena;
  const struct compile_settings *settings;
  const struct host *host;
  const struct observer *observer;
  struct environment *environment;
  const struct node_data *node;
  struct catalog *catalog;
  uint64_t serial;               /* unique in the process: definitions and files compare it */
  struct type_resolver resolver; /* finds type aliases and resource types through the environment */
  struct ptrmap type_aliases;    /* resolved ones: symbol -> struct type * */
  struct dynamic dynamic;
  struct ptrmap class_scopes;            /* of evaluated classes and nodes: symbol -> struct scope * */
  struct strmap qualified;               /* variables set by their qualified name: value * */
  bool evaluating_defines;               /* the pending ones */
  struct lookup *lookup;                 /* state of lookups; NULL until the first */
  struct eval_state *eval;               /* state of the evaluator; NULL until its first call */
  struct rendering *rendering;           /* the template in ERB that is being rendered natively; NULL: none */
  struct functions_state *functions;     /* state of functions; NULL until one is searched */
  struct ruby_state *ruby;               /* of compiler/ruby; NULL until Ruby is used */
  struct made_definitions *made;         /* classes and defines that code in Ruby made; NULL: none */
  struct scope *top, *node_scope;        /* node_scope NULL until a node definition matched */
  bool debugging;                        /* some category logs at level debug */
  struct strmap told, told_deprecations; /* see compile_first_time */
  uint64_t warnings, deprecations;
  uint64_t native_calls; /* of functions that replace a module's Ruby */
};

/* Initialises the context, the arena and empty containers; leaves the rest. compile_prepare (compile.h) also sets
 * `ops`. */
void compilation_init(struct compilation *c, struct arena *a);
#define CTX(c) (&(c)->context)

/* Frequently used names, interned once. */
struct compilation_names {
  const symbol *facts, *trusted, *server_facts, *module_name, *caller_module_name, *title, *name, *class, *node, *stage,
    *main, *settings, *tag, *alias, *before, *notify, *require, *subscribe, *empty, *is_default;
};
extern struct compilation_names compilation_name;

/* True the first time in a compilation, for messages that are printed once. */
bool compile_first_time(struct compilation *c, str what);
/* Whether to log a deprecation: once per key, and at most a hundred. */
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
/* `source`: a prefix such as "Scope(Class[main])", which only the console shows; empty: none. */
void compile_log(struct compilation *c, enum compile_log_level level, str source, str message);
/* With a place (" (file: F, line: N, column: C)"), which the console appends and other destinations store separately.
 */
void compile_log_at(struct compilation *c, enum compile_log_level level, str message, str place);

/* Logs at level debug what was read, looked up and evaluated, and where it was found. Lines contain names, places,
 * numbers and times, and never a value, since that may be secret. Arguments are evaluated only if the line is logged.
 * Lines that Puppet has are the same. */
#define compile_debug(c, category, ...) compile_debug_from(c, category, STR_EMPTY, __VA_ARGS__)
/* With a source, as in compile_log. */
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
/* Return a clock in microseconds for such lines, 0 if the category is not logged; and the milliseconds since then. */
uint64_t compile_debug_clock(const struct compilation *c, struct log_category *category);
double compile_debug_ms(const struct compilation *c, uint64_t began_us);

#endif

/* Compiling a catalog: the one call that commands, server and tests use. */
#ifndef FICELLE_COMPILER_COMPILE_H
#define FICELLE_COMPILER_COMPILE_H

#include "compiler/catalog/catalog.h"
#include "compiler/compilation/compilation.h"
#include "compiler/environment/environment.h"
#include "compiler/compilation/host.h"

struct compile_result {
  bool ok;
  struct failure failure;  /* when !ok */
  str message;             /* when !ok: Puppet's message, without " on node …" */
  struct arena *arena;     /* holds everything below; released by compile_result_free */
  struct catalog *catalog; /* when ok: finished, virtual resources left out of what is written */
  struct compilation *compilation;
  str json;                  /* when ok and asked for */
  struct buf *json_text;     /* whose text that is; NULL without */
  str stored_json;           /* when ok and asked for: what is to be stored */
  bool serializing;          /* it failed while writing: Puppet does not name the node then */
  uint32_t resources, edges; /* in the catalog handed over */
};

/* Never fails otherwise than through the result. The environment must outlive the result. */
struct compile_result compile(struct environment *env, const struct node_data *node,
                              const struct compile_settings *settings, const struct host *host,
                              const struct observer *observer);
/* No catalog: with the variables of the node set in top scope (c->top), runs step(c, arg), which may evaluate what it
 * likes and may fail. The result says whether it did. */
typedef void compile_step(struct compilation *c, void *arg);
struct compile_result compile_apart(struct environment *env, const struct node_data *node,
                                    const struct compile_settings *settings, const struct host *host,
                                    compile_step *step, void *arg);
/* The same after the code of manifests, classes and defines has been evaluated, which may use settings:: too. */
struct compile_result compile_then(struct environment *env, const struct node_data *node,
                                   const struct compile_settings *settings, const struct host *host, compile_step *step,
                                   void *arg);
/* No compilation: reads manifests of the environment and of its modules, so that compilations find them read, for so
 * many milliseconds at most. What is wrong with a file, the compilation that needs it tells. */
void compile_preload(struct environment *env, const struct compile_settings *settings, const struct host *host,
                     int64_t most_ms);
/* A compilation of the caller's own, without a catalog: its context, arena and operations. All else is the caller's. */
void compile_prepare(struct compilation *c, struct arena *a);
/* What Puppet prints of a failure behind "Error: ", mostly with " on node NAME". In `a`. */
str compile_failure_text(struct arena *a, const struct compile_result *r, str node);
/* Hands over result.json, which must be there: it stays valid until the caller frees it with free(). */
char *compile_result_take_json(struct compile_result *r);
void compile_result_free(struct compile_result *r);

#endif

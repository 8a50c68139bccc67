/* Compiles a catalog: the interface for commands, server and tests. */
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
  struct arena *arena;     /* contains everything below; released by compile_result_free */
  struct catalog *catalog; /* if ok: finished; the written catalog omits virtual resources */
  struct compilation *compilation;
  str json;                  /* if ok and requested */
  struct buf *json_text;     /* the buffer of this text; NULL: none */
  str stored_json;           /* if ok and requested: the catalog to be stored */
  bool serializing;          /* failed while writing, for which Puppet does not name the node */
  uint32_t resources, edges; /* of the resulting catalog */
};

/* Failures are in the result. The environment must outlive the result. */
struct compile_result compile(struct environment *env, const struct node_data *node,
                              const struct compile_settings *settings, const struct host *host,
                              const struct observer *observer);
/* Without a catalog: sets the variables of the node in top scope (c->top), then runs step(c, arg), which may evaluate
 * code and may fail. A failure is in the result. */
typedef void compile_step(struct compilation *c, void *arg);
struct compile_result compile_apart(struct environment *env, const struct node_data *node,
                                    const struct compile_settings *settings, const struct host *host,
                                    compile_step *step, void *arg);
/* The same after the code of manifests, classes and defines has been evaluated; the step may also use settings::. */
struct compile_result compile_then(struct environment *env, const struct node_data *node,
                                   const struct compile_settings *settings, const struct host *host, compile_step *step,
                                   void *arg);
/* Without a compilation: parses manifests of the environment and its modules in advance, for at most so many
 * milliseconds. The compilation that uses a file reports its errors. */
void compile_preload(struct environment *env, const struct compile_settings *settings, const struct host *host,
                     int64_t most_ms);
/* Initializes a compilation without a catalog: its context, arena and operations. The caller sets everything else. */
void compile_prepare(struct compilation *c, struct arena *a);
/* Returns the text that Puppet prints after "Error: ", usually with " on node NAME". In `a`. */
str compile_failure_text(struct arena *a, const struct compile_result *r, str node);
/* Returns result.json, which must exist; the caller frees it with free(). */
char *compile_result_take_json(struct compile_result *r);
void compile_result_free(struct compile_result *r);

#endif

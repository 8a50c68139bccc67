/* Automatic relationships of resource types, for graphs of catalogs and of runs. */
#ifndef FICELLE_CATALOG_GRAPH_AUTO_H
#define FICELLE_CATALOG_GRAPH_AUTO_H

#include "compiler/values/value.h"

/* The parameters they depend on. */
/* clang-format off */
#define GRAPH_PARAMS(X) \
  X(adminfile) X(command) X(cwd) X(ensure) X(gid) X(group) X(groups) X(name) X(onlyif) X(owner) X(path) \
  X(responsefile) X(selmoduledir) X(selmodulepath) X(source) X(target) X(unless) X(user)
/* clang-format on */
enum graph_param {
#define X(name) GRAPH_PARAM_##name,
  GRAPH_PARAMS(X)
#undef X
    GRAPH_PARAM_COUNT
};
extern const char *const graph_param_names[GRAPH_PARAM_COUNT];

/* Resources belong to the caller; these functions describe them. */
struct graph_auto {
  struct arena *arena;
  str (*title)(const void *item);
  value (*param)(const void *item, enum graph_param name);
  /* Returns the resource with this title, alias or namevar; NULL: none. `type` is in lower case. */
  const void *(*find)(void *ctx, const char *type, str title);
  /* Returns the resources of a type one after the other; *at begins with 0. NULL after the last. */
  const void *(*next)(void *ctx, const char *type, uint32_t *at);
  /* `first` comes before `second`; the reason is the type of `by`. */
  void (*add)(void *ctx, const void *first, const void *second, const void *by);
  void *ctx;
  /* Results that are often needed again: the nearest file resource at or above a directory, the last user, the last
   * group. Initially all zero. */
  struct graph_answer {
    str title;
    const void *item;
  } directories[16], user, group;
};

typedef void graph_auto_fn(struct graph_auto *g, const void *item);
/* The resource types that have relationships of their own, in lower case, ended by a row without one. */
struct graph_auto_type {
  const char *type;
  graph_auto_fn *relate; /* reports the relationships of one resource, in the order of Puppet's type */
  bool outward;          /* some of its relationships begin at the resource; those of all other types end there */
};
extern const struct graph_auto_type graph_auto_types[];
enum { GRAPH_AUTO_TYPES = 11 };
/* Returns the path of a file resource as its type munges it: without "//", "/./", "/../" and slashes at the end. */
str graph_file_path(const struct graph_auto *g, const void *item);

#endif

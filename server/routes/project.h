/* Projects of Bolt, for requests with the parameter versioned_project. A project is a directory below
 * bolt.projects-dir; its bolt-project.yaml gives its name and the directories of its modules. */
#ifndef FICELLE_SERVER_ROUTES_PROJECT_H
#define FICELLE_SERVER_ROUTES_PROJECT_H

#include "server/routes/route.h"

struct project {
  bool exists;  /* the directory has a file that only projects have */
  str root;     /* the directory, or Boltdir in it */
  str name;     /* a project with a name is a module, too; empty: no name */
  str *modules; /* directories of modules, in order of precedence: of the project, then of bolt.builtin-content-dir */
  uint32_t n;
};

/* Reads a project into `a`. False with the error of its bolt-project.yaml. A name that leads out of bolt.projects-dir
 * does not exist. */
bool project_read(const struct worker *w, struct arena *a, str name, struct project *out, str *error);

/* The kind of mount in MOUNT/REST of a request. */
enum project_mount {
  PROJECT_NO_MOUNT,
  PROJECT_MODULE_FILE, /* modules, scripts, tasks: REST is MODULE/NAME */
  PROJECT_PLUGINS      /* plugins, pluginfacts: one tree of all modules */
};
enum project_mount project_mount_of(str key);

/* Finds the file of a key MOUNT/REST; *path is empty if it does not exist. *name: the key without the mount and the
 * module. */
void project_find(struct arena *a, const struct project *p, str key, str *path, str *name);
/* Finds the directories of a key of PROJECT_PLUGINS, in order of precedence. */
void project_plugins(struct arena *a, const struct project *p, str key, str **paths, uint32_t *n);

#endif

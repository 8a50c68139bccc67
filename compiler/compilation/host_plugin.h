/* Finds and loads the plug-in for Ruby. A process has only one, so struct host is not involved. */
#ifndef FICELLE_COMPILATION_HOST_PLUGIN_H
#define FICELLE_COMPILATION_HOST_PLUGIN_H

#include <limits.h>
#include <stdbool.h>

/* Finds the plug-in: as FICELLE_RUBY says, beside the program, or where packages install it. False: not found. */
bool host_plugin_find(char path[PATH_MAX]);
/* Reads ficelle-ruby.identity beside the plug-in. It has one line each for: the directory of libraries, the library's
 * name, the platform, the directory of libraries of this host. The version is in the name of the file that the
 * library's name links to. Loading the plug-in to find this out would take longer than compiling a small catalog. */
bool host_plugin_identity(const char *plugin, const char **ruby_version, const char **platform, const char **sitedir);
/* Loads it and returns the address of its symbol. NULL: it has no such symbol, or cannot be loaded (*why). */
void *host_plugin_load(const char *path, const char *symbol, const char **why);
/* Returns the directory of its library in Ruby that FICELLE_RUBYLIB names; NULL: not set. */
const char *host_plugin_library(void);

#endif

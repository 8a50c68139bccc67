/* The plug-in for Ruby as a file. A process has one, so it is not asked of struct host. */
#ifndef FICELLE_COMPILATION_HOST_PLUGIN_H
#define FICELLE_COMPILATION_HOST_PLUGIN_H

#include <limits.h>
#include <stdbool.h>

/* Where FICELLE_RUBY says, beside the program, or where packages put it. False: nowhere. */
bool host_plugin_find(char path[PATH_MAX]);
/* What ficelle-ruby.identity, beside the plug-in, says: the directory of libraries, the library's name, the platform,
 * the directory of libraries of this host, a line each. The version is in the name of the file that the library's name
 * links to. Loading the plug-in to ask for it would take longer than compiling a small catalog. */
bool host_plugin_identity(const char *plugin, const char **ruby_version, const char **platform, const char **sitedir);
/* Loads it: the address of its symbol. NULL: it has none, or with *why it cannot be loaded. */
void *host_plugin_load(const char *path, const char *symbol, const char **why);
/* Where FICELLE_RUBYLIB says that its library in Ruby is; NULL: nowhere. */
const char *host_plugin_library(void);

#endif

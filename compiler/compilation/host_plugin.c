/* Finds and loads the plug-in for Ruby (host_plugin.h) at run time, so that ficelle runs, and is packaged, without
 * Ruby. */
#include "compiler/compilation/host_plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FICELLE_LIBDIR
#define FICELLE_LIBDIR "/usr/lib"
#endif

static bool is_file(const char *path) { return access(path, R_OK) == 0; }

bool host_plugin_find(char path[PATH_MAX])
{
  const char *given = getenv("FICELLE_RUBY");
  if (given != NULL) return (size_t)snprintf(path, PATH_MAX, "%s", given) < PATH_MAX && is_file(path);
  char self[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n > 0) {
    self[n] = '\0';
    *strrchr(self, '/') = '\0';
    /* Next to the program or its directory: in a build tree it need not be installed. */
    if ((size_t)snprintf(path, PATH_MAX, "%s/ficelle-ruby.so", self) < PATH_MAX && is_file(path)) return true;
    if ((size_t)snprintf(path, PATH_MAX, "%s/../ficelle-ruby.so", self) < PATH_MAX && is_file(path)) return true;
  }
  snprintf(path, PATH_MAX, "%s/ficelle/ficelle-ruby.so", FICELLE_LIBDIR);
  return is_file(path);
}

bool host_plugin_identity(const char *plugin, const char **ruby_version, const char **platform, const char **sitedir)
{
  static char text[PATH_MAX], version[32];
  char path[PATH_MAX], to[PATH_MAX], *lines[4], *rest = text;
  const char *dot = strrchr(plugin, '.');
  if (dot == NULL) return false;
  snprintf(path, sizeof path, "%.*s.identity", (int)(dot - plugin), plugin);
  FILE *in = fopen(path, "re");
  if (in == NULL) return false;
  const size_t n = fread(text, 1, sizeof text - 1, in);
  fclose(in);
  text[n] = '\0';
  for (size_t i = 0; i < 4; i++) {
    lines[i] = strsep(&rest, "\n");
    if (lines[i] == NULL || lines[i][0] == '\0') return false;
  }
  /* The library's name contains the version of the API (ruby-3.1); the file that libruby-3.1.so.3.1 links to has the
   * exact version after it. */
  int api[2], prefix;
  if (sscanf(lines[1], "ruby-%d.%d", &api[0], &api[1]) != 2) return false;
  snprintf(path, sizeof path, "%s/lib%s.so.%d.%d", lines[0], lines[1], api[0], api[1]);
  const ssize_t size = readlink(path, to, sizeof to - 1);
  if (size < 0) return false;
  to[size] = '\0';
  prefix = snprintf(path, sizeof path, "lib%s.so.", lines[1]);
  if (strncmp(to, path, (size_t)prefix) != 0 || strlen(to + prefix) >= sizeof version) return false;
  strcpy(version, to + prefix);
  *ruby_version = version;
  *platform = lines[2];
  *sitedir = lines[3];
  return true;
}

void *host_plugin_load(const char *path, const char *symbol, const char **why)
{
  void *const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  *why = handle == NULL ? dlerror() : NULL;
  return handle != NULL ? dlsym(handle, symbol) : NULL;
}

const char *host_plugin_library(void) { return getenv("FICELLE_RUBYLIB"); }

/* Finding, loading and starting the plug-in. */
#include <assert.h>
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/onig_library.h"
#include "compiler/ruby/internal.h"

#ifndef FICELLE_LIBDIR
#define FICELLE_LIBDIR "/usr/lib"
#endif

/* Bytes of the stack that a call into Ruby must find. */
enum { STACK_RESERVE = 1 << 20 };

static struct {
  const struct ruby_plugin *loaded;
  const struct ruby_plugin *plugin; /* the same when Ruby has started */
  bool failed;
  str why;         /* why it failed */
  char *stack_low; /* lowest address of the stack; NULL: unknown */
} state;

#ifdef __SANITIZE_ADDRESS__
/* LeakSanitizer stumbles over Ruby's threads. It asks this at the end of the process. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return state.plugin != NULL; }
#endif

/* --- the stack --- */

static void *stack_bounds(void)
{
  pthread_attr_t attr;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attr) != 0) return NULL;
  pthread_attr_getstack(&attr, &low, &size);
  pthread_attr_destroy(&attr);
  state.stack_low = low;
  return low != NULL ? (char *)low + size : NULL;
}

bool ruby_stack_left(void)
{
  const char here = 0;
  return state.stack_low == NULL || &here < state.stack_low || &here > state.stack_low + STACK_RESERVE;
}

/* --- finding --- */

static bool is_file(const char *path) { return access(path, R_OK) == 0; }

/* Where FICELLE_RUBY says, beside the program, or where packages put it. False: nowhere. */
static bool find(char path[PATH_MAX])
{
  const char *given = getenv("FICELLE_RUBY");
  if (given != NULL) {
    return (size_t)snprintf(path, PATH_MAX, "%s", given) < PATH_MAX && is_file(path);
  }
  char self[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n > 0) {
    self[n] = '\0';
    *strrchr(self, '/') = '\0';
    if ((size_t)snprintf(path, PATH_MAX, "%s/ficelle-ruby.so", self) < PATH_MAX && is_file(path)) return true;
    if ((size_t)snprintf(path, PATH_MAX, "%s/../ficelle-ruby.so", self) < PATH_MAX && is_file(path)) return true;
  }
  snprintf(path, PATH_MAX, "%s/ficelle/ficelle-ruby.so", FICELLE_LIBDIR);
  return is_file(path);
}

bool ruby_installed(void)
{
  char path[PATH_MAX];
  return state.plugin != NULL || find(path);
}

void ruby_need(struct compilation *c, str what, str file)
{
  if (ruby_installed()) return;
  fail_not_supported(&c->context,
                     "%.*s is written in Ruby (%.*s), which needs the plug-in ficelle-ruby; install the package "
                     "ficelle-ruby",
                     STR_FMT(what), STR_FMT(file));
}

/* --- loading --- */

static bool give_up(const char *path, const char *why)
{
  static char text[PATH_MAX + 512];
  snprintf(text, sizeof text, "The plug-in %s cannot be used: %s", path, why);
  state.failed = true;
  state.why = str_of(text);
  return false;
}

static bool load(const char *path)
{
  if (state.loaded != NULL) return true;
  /* Ruby's own Oniguruma, once it is there, would be taken for the functions that ours calls in itself. */
  onig_library();
  void *const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return give_up(path, dlerror());
  const struct ruby_plugin *plugin = dlsym(handle, "ficelle_ruby_plugin");
  if (plugin == NULL) return give_up(path, "it is not a plug-in of ficelle");
  if (plugin->abi != RUBY_ABI) return give_up(path, "it belongs to another version of ficelle");
  state.loaded = plugin;
  return true;
}

/* What ficelle-ruby.identity, beside the plug-in, says: the directory of libraries, the library's name, the platform,
 * the directory of libraries of this host, a line each. The version is in the name of the file that the library's name
 * links to. Loading the plug-in to ask for it would take longer than compiling a small catalog. */
static bool identity_beside(const char *plugin, struct ruby_identity *out)
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
  int api[2], prefix;
  if (sscanf(lines[1], "ruby-%d.%d", &api[0], &api[1]) != 2) return false;
  snprintf(path, sizeof path, "%s/lib%s.so.%d.%d", lines[0], lines[1], api[0], api[1]);
  const ssize_t size = readlink(path, to, sizeof to - 1);
  if (size < 0) return false;
  to[size] = '\0';
  prefix = snprintf(path, sizeof path, "lib%s.so.", lines[1]);
  if (strncmp(to, path, (size_t)prefix) != 0 || strlen(to + prefix) >= sizeof version) return false;
  strcpy(version, to + prefix);
  *out = (struct ruby_identity){version, lines[2], lines[3]};
  return true;
}

const struct ruby_identity *ruby_identity(str *why)
{
  static struct ruby_identity beside;
  char path[PATH_MAX];
  *why = STR_EMPTY;
  if (state.loaded == NULL && !state.failed && find(path)) {
    if (beside.version != NULL || identity_beside(path, &beside)) return &beside;
    load(path);
  }
  *why = state.failed ? state.why : STR_EMPTY;
  return state.loaded != NULL ? &state.loaded->identity : NULL;
}

static bool start(const char *path)
{
  const char *why = "";
  if (!load(path)) return false;
  const struct ruby_plugin *plugin = state.loaded;
  assert(state.plugin == NULL && plugin != NULL);
  if (!plugin->start(ruby_host_make(getenv("FICELLE_RUBYLIB")), stack_bounds(), &why)) return give_up(path, why);
  state.plugin = plugin;
  return true;
}

static uint64_t now_us(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

const struct ruby_plugin *ruby_plugin_start(struct compilation *c)
{
  char path[PATH_MAX];
  if (state.plugin == NULL && !state.failed) {
    if (!find(path)) fail_not_supported(&c->context, "Ruby is needed; install the package ficelle-ruby");
    const uint64_t began_us = now_us();
    if (start(path)) {
      const uint64_t took_us = now_us() - began_us;
      observer_ruby_started(c->observer, took_us);
      compile_debug(c, &log_ruby, "Started Ruby with the plug-in %s in %.2f ms", path, (double)took_us / 1e3);
    }
  }
  if (state.failed) fail_error(&c->context, FAILURE_EVALUATION, "%.*s", STR_FMT(state.why));
  return state.plugin;
}

uint64_t ruby_memory_bytes(void)
{
  struct ruby_usage usage = {0};
  if (state.plugin == NULL) return 0;
  state.plugin->usage(&usage);
  return usage.heap_bytes + usage.malloc_bytes;
}

void ruby_plugin_end(void)
{
  if (state.plugin != NULL) state.plugin->end();
}

/* Finds, loads and starts the plug-in with Ruby, once per process. A failure is stored, so that later attempts fail
 * with the same reason. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

#include "base/onig_library.h"
#include "compiler/compilation/host.h"
#include "compiler/compilation/host_plugin.h"
#include "base/derived.h"
#include "compiler/ruby/internal.h"

/* Bytes: a call into Ruby is rejected if the stack has less left. */
enum { STACK_RESERVE = 1 << 20 };

static struct {
  const struct ruby_plugin *loaded;
  const struct ruby_plugin *plugin; /* set when Ruby has started */
  bool failed;
  str why;         /* why it failed */
  char *stack_low; /* lowest address of the stack; NULL: unknown */
} state;

#ifdef __SANITIZE_ADDRESS__
/* LeakSanitizer calls this at the end of the process. It does not support Ruby's threads, so it is switched off if Ruby
 * runs. */
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

bool ruby_installed(void)
{
  char path[PATH_MAX];
  return state.plugin != NULL || host_plugin_find(path);
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
  /* Loads our Oniguruma first: otherwise its internal calls would resolve to functions of Ruby's own copy. */
  onig_library();
  const char *why;
  const struct ruby_plugin *plugin = host_plugin_load(path, "ficelle_ruby_plugin", &why);
  if (plugin == NULL && why != NULL) return give_up(path, why);
  if (plugin == NULL) return give_up(path, "it is not a plug-in of ficelle");
  if (plugin->abi != RUBY_ABI) return give_up(path, "it belongs to another version of ficelle");
  state.loaded = plugin;
  return true;
}

const struct ruby_identity *ruby_identity(str *why)
{
  static struct ruby_identity beside;
  char path[PATH_MAX];
  *why = STR_EMPTY;
  if (state.loaded == NULL && !state.failed && host_plugin_find(path)) {
    if (beside.version != NULL || host_plugin_identity(path, &beside.version, &beside.platform, &beside.sitedir))
      return &beside;
    load(path);
  }
  *why = state.failed ? state.why : STR_EMPTY;
  return state.loaded != NULL ? &state.loaded->identity : NULL;
}

/* --- starting --- */

static char compiled_path[PATH_MAX];

void ruby_keep_compiled(const char *directory)
{
  const int n = snprintf(compiled_path, sizeof compiled_path, "%s/ficelle-ruby.compiled", directory);
  if (n < 0 || n >= PATH_MAX) compiled_path[0] = '\0';
}

bool ruby_open_compiled(const char *by)
{
  if (compiled_path[0] != '\0') derived_open(compiled_path, by);
  return compiled_path[0] != '\0';
}

static bool start(const char *path)
{
  const char *why = "";
  if (!load(path)) return false;
  const struct ruby_plugin *plugin = state.loaded;
  assert(state.plugin == NULL && plugin != NULL);
  if (!plugin->start(ruby_host_make(host_plugin_library()), stack_bounds(), &why)) return give_up(path, why);
  state.plugin = plugin;
  return true;
}

const struct ruby_plugin *ruby_plugin_start(struct compilation *c)
{
  char path[PATH_MAX];
  if (state.plugin == NULL && !state.failed) {
    if (!host_plugin_find(path)) fail_not_supported(&c->context, "Ruby is needed; install the package ficelle-ruby");
    const uint64_t began_us = host_clock_us(c->host);
    if (start(path)) {
      const uint64_t took_us = host_clock_us(c->host) - began_us;
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
  if (state.plugin == NULL) return;
  state.plugin->end();
  derived_save();
}

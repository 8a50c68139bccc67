/* The plug-in ficelle-ruby: starts Ruby in the process and transfers calls. Every call is protected: no exception
 * leaves Ruby, and no jump of the core crosses Ruby's frames. */
#include "ruby/plugin.h"

#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <ruby/version.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const struct ruby_host *plugin_host;
VALUE plugin_module;

static ID id_describe, id_raise_failure, id_to_proc;
static VALUE not_found; /* Ficelle::NOT_FOUND */

/* --- from Ruby to the core --- */

static st_table *row_numbers; /* name of a method of Ficelle::Core (ID) -> number of the core's row */

/* A jump of Ruby (break, return, throw) to a target outside of the call that it has left; 0: none. Its target is in
 * Ruby's rb_errinfo(), which must not be changed until the row that the jump passes through has returned. */
static int pending_jump;

/* Ruby jumps over our frames with its own longjmp, which AddressSanitizer does not detect, so its marks for these
 * frames would remain on the stack. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>

static void sanitizer_before_jump(void) { __asan_handle_no_return(); }

/* Nothing below this frame is in use. */
__attribute__((noinline)) static void sanitizer_after_jump(void)
{
  enum { STACK_BYTES = 8 * 1024 * 1024 };
  char *const here = __builtin_frame_address(0);
  __asan_unpoison_memory_region(here - STACK_BYTES, STACK_BYTES);
}
#else
static void sanitizer_before_jump(void) {}

static void sanitizer_after_jump(void) {}
#endif

static VALUE call_row(int argc, VALUE *argv, VALUE self)
{
  (void)self;
  st_data_t row;
  struct ruby_bytes out = {NULL, 0};
  if (rb_thread_current() != rb_thread_main()) {
    rb_raise(rb_eThreadError, "only the main thread can call the compiler");
  }
  if (!st_lookup(row_numbers, (st_data_t)rb_frame_this_func(), &row))
    rb_raise(rb_eNoMethodError, "unknown method of Ficelle::Core");
  writer_begin();
  for (int i = 0; i < argc; i++) value_write(argv[i]);
  values_crossing();
  twins_sent();
  limit_pause();
  const bool ok = plugin_host->row((uint32_t)row, writer_bytes(), (uint32_t)argc, &out);
  limit_resume();
  struct reader r = reader_of(out);
  const VALUE v = value_read(&r);
  if (!ok && v == Qtrue && pending_jump != 0) {
    const int state = pending_jump;
    pending_jump = 0;
    sanitizer_before_jump();
    rb_jump_tag(state);
  }
  if (!ok) sanitizer_before_jump();
  if (!ok) return rb_funcall(plugin_module, id_raise_failure, 1, v);
  return v;
}

static void define_rows(void)
{
  const VALUE core = rb_define_module_under(plugin_module, "Core");
  row_numbers = st_init_numtable();
  for (uint32_t i = 0; i < plugin_host->nrows; i++) {
    st_insert(row_numbers, (st_data_t)rb_intern(plugin_host->rows[i]), i);
    rb_define_module_function(core, plugin_host->rows[i], call_row, -1);
  }
}

/* --- from the core to Ruby --- */

struct call {
  const char *entry;
  struct ruby_bytes args;
  uint32_t n;
  bool block;
};

enum { ARGUMENTS_ON_STACK = 16, ENTRIES = 64, ENTRY_BYTES = 40 };

/* The entry's name as Ruby's ID, cached by the address of the text: most are constants of the core. */
static ID entry_id(const char *entry)
{
  static struct {
    char name[ENTRY_BYTES];
    ID id;
  } known[ENTRIES];
  const size_t i = ((uintptr_t)entry >> 3) % ENTRIES;
  if (strlen(entry) >= ENTRY_BYTES) return rb_intern(entry);
  if (strcmp(known[i].name, entry) != 0) {
    known[i].id = rb_intern(entry);
    strcpy(known[i].name, entry);
  }
  return known[i].id;
}

static VALUE run_call(VALUE arg)
{
  const struct call *call = (const struct call *)arg;
  struct reader r = reader_of(call->args);
  VALUE room[ARGUMENTS_ON_STACK];
  VALUE *args = room;
  VALUE holder = 0;
  assert(call->n > 0 || !call->block);
  if (call->n > ARGUMENTS_ON_STACK) args = ALLOCV_N(VALUE, holder, call->n);
  memset(args, 0, call->n * sizeof *args);
  for (uint32_t i = 0; i < call->n; i++) args[i] = value_read(&r);
  const int n = (int)(call->n - call->block);
  VALUE v;
  if (call->block) {
    const VALUE block = rb_funcall(args[n], id_to_proc, 0);
    v = rb_funcall_with_block(plugin_module, entry_id(call->entry), n, args, block);
  } else if (strcmp(call->entry, "call_function") == 0) {
    v = functions_call(n, args);
  } else {
    v = rb_funcallv(plugin_module, entry_id(call->entry), n, args);
  }
  writer_begin();
  if (v == not_found) value_write_not_found();
  else value_write_result(v, args, call->n);
  ALLOCV_END(holder);
  return Qnil;
}

static VALUE run_describe(VALUE error)
{
  const VALUE v = rb_funcall(plugin_module, id_describe, 1, error);
  writer_begin();
  value_write(v);
  return Qnil;
}

/* Returns what Ficelle.describe would return for an exception of that kind and text. */
static struct ruby_bytes described_as(const char *kind, const char *text)
{
  static char bytes[256];
  const uint32_t two = 2, n = (uint32_t)strlen(kind), m = (uint32_t)strlen(text);
  char *p = bytes;
  assert(3 + 3 * sizeof two + n + m <= sizeof bytes);
  *p++ = WIRE_ARRAY;
  p = (char *)memcpy(p, &two, sizeof two) + sizeof two;
  *p++ = WIRE_STRING;
  p = (char *)memcpy(p, &n, sizeof n) + sizeof n;
  p = (char *)memcpy(p, kind, n) + n;
  *p++ = WIRE_STRING;
  p = (char *)memcpy(p, &m, sizeof m) + sizeof m;
  p = (char *)memcpy(p, text, m) + m;
  return (struct ruby_bytes){bytes, (size_t)(p - bytes)};
}

static struct ruby_bytes exception_of(const char *text) { return described_as("exception", text); }

/* A Fiber can be left in the middle of a call, for good or for a while; the core cannot. So Ruby code in a Fiber may
 * call the core, but the core does not call Ruby from there. */
static bool is_in_fiber(void)
{
  static VALUE root;
  const VALUE current = rb_fiber_current();
  if (limit_depth() == 0) root = current;
  return current != root;
}

/* Called when the core has caught the jump and continues elsewhere. */
static void drop_pending_jump(void)
{
  if (pending_jump == 0) return;
  pending_jump = 0;
  rb_set_errinfo(Qnil);
}

static bool plugin_call(const char *entry, struct ruby_bytes args, uint32_t n, bool block,
                        const struct ruby_limits *limits, struct ruby_bytes *out)
{
  static const char farther_out[] = {WIRE_TRUE};
  struct call call = {entry, args, n, block};
  int state = 0, again = 0;
  if (is_in_fiber()) {
    *out = exception_of("not supported: the compiler calls Ruby in a Fiber (for example in Enumerator#next)");
    return false;
  }
  drop_pending_jump();
  values_crossing();
  const int outer = limit_enter(limits);
  rb_protect(run_call, (VALUE)&call, &state);
  if (state != 0) sanitizer_after_jump();
  if (state != 0 && RB_TYPE_P(rb_errinfo(), T_IMEMO)) {
    pending_jump = state;
    limit_leave(outer);
    *out = (struct ruby_bytes){farther_out, 1};
    return false;
  }
  if (state != 0) {
    const VALUE error = rb_errinfo();
    rb_set_errinfo(Qnil);
    rb_protect(run_describe, error, &again);
    if (again != 0) rb_set_errinfo(Qnil);
  }
  const char *const over = limit_leave(outer);
  if (state == 0 && over != NULL) {
    /* The code has rescued the exception that should have stopped it. */
    *out = described_as("limit", over);
    return false;
  }
  if (again == 0) twins_sent();
  *out = again != 0 ? exception_of("an exception in Ruby that cannot be described") : writer_bytes();
  return state == 0;
}

static VALUE run_end(VALUE arg)
{
  (void)arg;
  values_forget();
  functions_forget();
  return rb_funcall(plugin_module, rb_intern("end_compilation"), 0);
}

/* The working directory and umask at the start. Ruby code may change them; plugin_end restores them. */
static int start_directory = -1;
static mode_t start_umask;

static void remember_surroundings(void)
{
  start_directory = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  start_umask = umask(077);
  umask(start_umask);
}

static void plugin_end(void)
{
  int state = 0;
  umask(start_umask);
  if (start_directory >= 0 && fchdir(start_directory) != 0) start_directory = -1;
  drop_pending_jump();
  rb_protect(run_end, Qnil, &state);
  if (state != 0) rb_set_errinfo(Qnil);
  limit_end();
}

static void plugin_usage(struct ruby_usage *usage)
{
  *usage = (struct ruby_usage){
    .heap_bytes = rb_gc_stat(ID2SYM(rb_intern("heap_allocated_pages"))) * 65536,
    .malloc_bytes = rb_gc_stat(ID2SYM(rb_intern("malloc_increase_bytes"))) +
                    rb_gc_stat(ID2SYM(rb_intern("oldmalloc_increase_bytes"))),
    .collections = rb_gc_count(),
  };
}

/* --- starting --- */

/* Resolves symbolic links in the path, because Ruby prints the resolved path in backtraces. */
static bool resolve(char path[PATH_MAX])
{
  char real[PATH_MAX];
  if (realpath(path, real) == NULL) return false;
  strcpy(path, real);
  return true;
}

/* Finds the directory of ficelle.rb: the given one, else the one in the build tree next to the plug-in, else the
 * package's. */
static bool find_library(char path[PATH_MAX])
{
  if (plugin_host->library != NULL) {
    snprintf(path, PATH_MAX, "%s", plugin_host->library);
    return resolve(path);
  }
  Dl_info info;
  char real[PATH_MAX];
  if (dladdr((void *)find_library, &info) == 0 || realpath(info.dli_fname, real) == NULL) return false;
  *strrchr(real, '/') = '\0';
  const int n = snprintf(path, PATH_MAX, "%s/ruby-lib", real);
  if (n > 0 && n < PATH_MAX && resolve(path)) return true;
  snprintf(path, PATH_MAX, "%s", FICELLE_RUBYLIB);
  return resolve(path);
}

/* Ficelle.set_child_status(pid, status as returned by wait(2)): sets $? for a program that the core has run for
 * Ruby. */
static VALUE set_child_status(VALUE self, VALUE pid, VALUE status)
{
  (void)self;
  rb_last_status_set(NUM2INT(status), (rb_pid_t)NUM2INT(pid));
  return Qnil;
}

static VALUE run_start(VALUE arg)
{
  const char *library = (const char *)arg;
  id_describe = rb_intern("describe");
  id_raise_failure = rb_intern("raise_failure");
  id_to_proc = rb_intern("to_proc");
  plugin_module = rb_define_module("Ficelle");
  values_init();
  define_rows();
  limit_init();
  rb_define_module_function(plugin_module, "set_child_status", set_child_status, 2);
  not_found = rb_obj_alloc(rb_cObject);
  rb_define_const(plugin_module, "NOT_FOUND", not_found);
  functions_init(not_found);
  compiled_init();
  rb_define_const(plugin_module, "LIBRARY", rb_utf8_str_new_cstr(library));
  rb_require(RSTRING_PTR(rb_sprintf("%s/ficelle.rb", library)));
  return Qnil;
}

static const char *start_error(void)
{
  static char text[1024];
  int state = 0;
  const VALUE error = rb_errinfo();
  rb_set_errinfo(Qnil);
  const VALUE message = rb_protect(rb_obj_as_string, error, &state);
  if (state != 0) return "its library cannot be loaded";
  snprintf(text, sizeof text, "%.*s", (int)RSTRING_LEN(message), RSTRING_PTR(message));
  return text;
}

/* By default Ruby starts with a heap of 10,000 objects. Our library alone nearly fills it, so Ruby would collect
 * garbage several times in a compilation, and examine all objects in use each time. 100,000 objects take 4 MB; the
 * unused half costs less than the collections. The environment variable takes precedence if it is set. */
static const char heap_variable[] = "RUBY_GC_HEAP_INIT_SLOTS", heap_slots[] = "100000";

static bool boot(void *stack)
{
  static char name[] = "ficelle", without[] = "--disable=gems,did_you_mean,error_highlight,rubyopt",
              encodings[] = "-EUTF-8:UTF-8", execute[] = "-e", nothing[] = "";
  static char *argv[] = {name, without, encodings, execute, nothing, NULL};
  int state = 0;
  ruby_init_stack(stack);
  if (ruby_setup() != 0) return false;
  const bool given = getenv(heap_variable) != NULL;
  if (!given) setenv(heap_variable, heap_slots, 1);
  void *node = ruby_options(5, argv);
  if (!given) unsetenv(heap_variable);
  return ruby_executable_node(node, &state) != 0;
}

static bool plugin_start(const struct ruby_host *host, void *stack, const char **why)
{
  char library[PATH_MAX];
  VALUE here = 0;
  assert(plugin_host == NULL && host != NULL); /* called once per process */
  int state = 0;
  plugin_host = host;
  if (!find_library(library)) {
    *why = "its library ficelle.rb is missing";
    return false;
  }
  remember_surroundings();
  signals_save();
  const bool up = boot(stack != NULL ? stack : &here);
  if (up) rb_protect(run_start, (VALUE)library, &state);
  signals_restore();
  if (!up) *why = "Ruby cannot be started";
  else if (state != 0) *why = start_error();
  return up && state == 0;
}

__attribute__((visibility("default"))) const struct ruby_plugin ficelle_ruby_plugin = {
  .abi = RUBY_ABI,
  .identity = {ruby_version, ruby_platform, FICELLE_RUBY_SITEDIR},
  .start = plugin_start,
  .call = plugin_call,
  .end = plugin_end,
  .forget = twins_forget,
  .usage = plugin_usage,
};

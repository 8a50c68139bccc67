/* Functions for files, modules and programs: file, find_file, find_template, module_directory, generate. All but
 * generate only read; the files are found in the modules of the environment. */
#include "compiler/environment/environment.h"
#include "compiler/functions/fn.h"
#include "compiler/values/ruby_text.h"

/* A path, or MODULE/FILE below the module's `folder`. Empty if the file does not exist. */
static str find_in_modules(struct fn_call *call, const char *folder, str reference)
{
  const struct host *host = call->compilation->host;
  str path = environment_module_file(call->compilation, folder, reference);
  return path.n > 0 && host->stat(host->ctx, path).kind != HOST_NOTHING ? path : STR_EMPTY;
}

static value find_first(struct fn_call *call, const char *folder, const value *references, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    str path = find_in_modules(call, folder, value_text(references[i]));
    if (path.n > 0) return value_str(path);
  }
  return VALUE_UNDEF;
}

static const struct array *only_array(struct fn_call *call)
{
  if (call->n > 1) FN_FAIL(call, "wrong number of arguments (given %u, expected 2)", call->n + 1);
  return call->args[0].array;
}

static value fn_find_file(struct fn_call *call) { return find_first(call, "files", call->args, call->n); }

static value fn_find_file_array(struct fn_call *call)
{
  const struct array *a = only_array(call);
  return find_first(call, "files", a->items, a->n);
}

static value fn_find_template(struct fn_call *call) { return find_first(call, "templates", call->args, call->n); }

static value fn_find_template_array(struct fn_call *call)
{
  const struct array *a = only_array(call);
  return find_first(call, "templates", a->items, a->n);
}

static value first_module(struct fn_call *call, const value *names, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    str path = environment_module(call->compilation, value_text(names[i]));
    if (path.n > 0) return value_str(path);
  }
  return VALUE_UNDEF;
}

static value fn_module_directory(struct fn_call *call) { return first_module(call, call->args, call->n); }

static value fn_module_directory_array(struct fn_call *call)
{
  const struct array *a = only_array(call);
  return first_module(call, a->items, a->n);
}

/* Puppet logs this warning each time it tests whether a value is an absolute path and the value is not a text. */
static void warn_of_path(struct fn_call *call, value v)
{
  struct buf b = BUF_IN(call->arena);
  ruby_inspect(&b, v);
  compile_log(call->compilation, CLOG_WARNING, STR_EMPTY,
              arena_printf(call->arena,
                           "Cannot check if %.*s is an absolute path because it is a '%s' and not a String'",
                           STR_FMT(buf_view(&b)), ruby_class(v)));
}

/* --- file --- */

static str find_content_path(struct fn_call *call)
{
  for (uint32_t i = 0; i < call->n; i++) {
    if (call->args[i].kind != V_STRING) {
      warn_of_path(call, call->args[i]);
      warn_of_path(call, call->args[i]);
      struct buf b = BUF_IN(call->arena);
      ruby_inspect(&b, call->args[i]);
      FN_FAIL(call, "undefined method `split' for %.*s:%s", STR_FMT(buf_view(&b)), ruby_class(call->args[i]));
    }
    str path = find_in_modules(call, "files", fn_text(call, i));
    if (path.n > 0) return path;
  }
  struct buf b = BUF_IN(call->arena);
  for (uint32_t i = 0; i < call->n; i++) {
    buf_z(&b, i == 0 ? "" : ", ");
    buf_str(&b, fn_text(call, i));
  }
  FN_FAIL(call, "Could not find any files from %.*s", STR_FMT(buf_view(&b)));
}

static value fn_file(struct fn_call *call)
{
  static const str mark = {"\xEF\xBB\xBF", 3};
  const struct host *host = call->compilation->host;
  str path = find_content_path(call), text, error;
  if (!host->read_file(host->ctx, call->arena, path, &text, &error)) {
    FN_FAIL(call, "%.*s @ rb_sysopen - %.*s", STR_FMT(error), STR_FMT(path));
  }
  return value_str(str_starts(text, mark) ? str_from(text, mark.n) : text);
}

/* --- generate --- */

/* Puppet's pattern for the path of a program. It matches any line of the text, so one valid line is enough. */
static bool is_program_path(str path)
{
  for (size_t at = 0; at <= path.n;) {
    size_t end = str_index(path, '\n', at), i = at;
    end = end == SIZE_MAX ? path.n : end;
    while (i < end && (ascii_is_word(path.p[i]) || strchr("-/.+", path.p[i]) != NULL)) i++;
    if (i == end && end > at) return true;
    at = end + 1;
  }
  return false;
}

static str program_directory(str path)
{
  size_t slash = path.n;
  while (slash > 1 && path.p[slash - 1] != '/') slash--;
  return str_sub(path, 0, slash > 1 ? slash - 1 : 1);
}

static str joined(struct arena *a, const str *parts, uint32_t n)
{
  struct buf b = BUF_IN(a);
  for (uint32_t i = 0; i < n; i++) {
    buf_z(&b, i == 0 ? "" : " ");
    buf_str(&b, parts[i]);
  }
  return buf_view(&b);
}

static void check_program(struct fn_call *call)
{
  if (call->args[0].kind != V_STRING) warn_of_path(call, call->args[0]);
  if (call->args[0].kind != V_STRING || call->args[0].length == 0 || call->args[0].text[0] != '/') {
    FN_FAIL(call, "Generators must be fully qualified");
  }
  if (!is_program_path(fn_text(call, 0))) {
    FN_FAIL(call, "Generators can only contain alphanumerics, file separators, and dashes");
  }
  if (str_find(fn_text(call, 0), STR(".."), 0) != SIZE_MAX) {
    FN_FAIL(call, "Can not use generators with '..' in them.");
  }
}

static value fn_generate(struct fn_call *call)
{
  check_program(call);
  const struct host *host = call->compilation->host;
  struct valuevec flat = {0};
  value_flatten(call->context, &flat, call->args, call->n);
  str *argv = arena_array(call->arena, flat.n, sizeof *argv);
  for (uint32_t i = 0; i < flat.n; i++) {
    struct buf b = BUF_IN(call->arena);
    ruby_to_s(&b, flat.items[i]);
    argv[i] = buf_view(&b);
  }
  str directory = program_directory(argv[0]);
  if (host->stat(host->ctx, directory).kind != HOST_DIRECTORY) {
    FN_FAIL(call, "No such file or directory @ dir_chdir - %.*s", STR_FMT(directory));
  }
  struct host_program program = {.argv = argv, .n = flat.n, .directory = directory};
  const uint64_t began = compile_debug_clock(call->compilation, &log_evaluate);
  const bool ran = host->run_program(host->ctx, call->arena, &program);
  /* Puppet's line has the arguments, too, which may be secrets. */
  compile_debug(call->compilation, &log_evaluate,
                "Executing: '%.*s' with %u arguments: status %d, %zu bytes, in %.2f ms", STR_FMT(argv[0]), flat.n - 1,
                ran ? program.status : -1, program.output.n, compile_debug_ms(call->compilation, began));
  if (!ran) {
    FN_FAIL(call, "Failed to execute generator %.*s: %.*s", STR_FMT(argv[0]), STR_FMT(program.error));
  }
  if (program.status == 0) return value_str(program.output);
  str status = program.status < 0 ? STR_EMPTY : arena_printf(call->arena, "%d", program.status);
  FN_FAIL(call, "Failed to execute generator %.*s: Execution of '%.*s' returned %.*s: %.*s", STR_FMT(argv[0]),
          STR_FMT(joined(call->arena, argv, flat.n)), STR_FMT(status), STR_FMT(str_trim(program.output)));
}

const struct fn_row fn_file_rows[] = {
  {"file", "@-2", fn_file, "the contents of the first file that is there"},
  {"find_file", "String *$paths", fn_find_file, "the path of the first file that is there"},
  {"find_file", "Array[String] *$paths_array", fn_find_file_array, "the path of the first file that is there"},
  {"find_template", "String *$paths", fn_find_template, "the path of the first template that is there"},
  {"find_template", "Array[String] *$paths_array", fn_find_template_array,
   "the path of the first template that is there"},
  {"generate", "@-2", fn_generate, "what a program prints"},
  {"module_directory", "String *$names", fn_module_directory, "the directory of the first module that is there"},
  {"module_directory", "Array[String] *$names", fn_module_directory_array,
   "the directory of the first module that is there"},
  {0},
};

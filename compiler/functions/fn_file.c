/* Functions for files, modules and programs: file, find_file, find_template, module_directory, generate. All but
 * generate only read; files are found in the modules of the environment. */
#include "compiler/environment/environment.h"
#include "compiler/functions/fn_ruby.h"

/* A path, or MODULE/FILE below the module's `folder`. Empty if the file does not exist. */
static str find_in_modules(struct fn_call *call, const char *folder, str reference)
{
  const struct host *host = call->compilation->host;
  str path = environment_module_file(call->compilation, folder, reference);
  return path.n > 0 && host->stat(host->ctx, path).kind != HOST_NOTHING ? path : STR_EMPTY;
}

/* Returns the path of the first file that exists, in the folder of modules that the row names, or (NULL) of the first
 * module that exists. The names are arguments, or the elements of a single array. */
static value fn_find_first(struct fn_call *call)
{
  const bool listed = call->n > 0 && call->args[0].kind == V_ARRAY;
  if (listed && call->n > 1) FN_FAIL(call, "wrong number of arguments (given %u, expected 2)", call->n + 1);
  const struct value_list names = listed ? value_list_of(call->args) : (struct value_list){call->args, call->n};
  for (uint32_t i = 0; i < names.n; i++) {
    str path = call->row->word == NULL ? environment_module(call->compilation, value_text(names.items[i]))
                                       : find_in_modules(call, call->row->word, value_text(names.items[i]));
    if (path.n > 0) return value_str(path);
  }
  return VALUE_UNDEF;
}

/* --- file --- */

static str find_content_path(struct fn_call *call)
{
  for (uint32_t i = 0; i < call->n; i++) {
    if (call->args[i].kind != V_STRING) {
      fn_warn_of_path(call, call->args[i]);
      fn_warn_of_path(call, call->args[i]);
      fn_no_method(call, "split", call->args[i]);
    }
    str path = find_in_modules(call, "files", fn_text(call, i));
    if (path.n > 0) return path;
  }
  struct buf b = BUF_IN(call->arena);
  fn_join(call, &b, call->args, call->n, STR(", "));
  FN_FAIL(call, "Could not find any files from %.*s", STR_FMT(buf_view(&b)));
}

static value fn_file(struct fn_call *call)
{
  static const str mark = {"\xEF\xBB\xBF", 3};
  const struct host *host = call->compilation->host;
  str path = find_content_path(call), text, error;
  if (!host->read_file(host->ctx, call->arena, path, &text, &error))
    FN_FAIL(call, "%.*s @ rb_sysopen - %.*s", STR_FMT(error), STR_FMT(path));
  return value_str(str_starts(text, mark) ? str_from(text, mark.n) : text);
}

/* --- generate --- */

/* Puppet's pattern for the path of a program. It matches any line of the text, so one valid line is enough. */
static bool is_program_path(str path)
{
  str line;
  for (size_t at = 0; fn_next_line(path, &at, &line);) {
    size_t i = 0;
    while (i < line.n && (ascii_is_word(line.p[i]) || strchr("-/.+", line.p[i]) != NULL)) i++;
    if (i == line.n && i > 0) return true;
  }
  return false;
}

static str program_directory(str path)
{
  size_t slash = path.n;
  while (slash > 1 && path.p[slash - 1] != '/') slash--;
  return str_sub(path, 0, slash > 1 ? slash - 1 : 1);
}

static void check_program(struct fn_call *call)
{
  if (call->args[0].kind != V_STRING) fn_warn_of_path(call, call->args[0]);
  if (call->args[0].kind != V_STRING || call->args[0].length == 0 || call->args[0].text[0] != '/')
    FN_FAIL(call, "Generators must be fully qualified");
  if (!is_program_path(fn_text(call, 0)))
    FN_FAIL(call, "Generators can only contain alphanumerics, file separators, and dashes");
  if (str_find(fn_text(call, 0), STR(".."), 0) != SIZE_MAX) FN_FAIL(call, "Can not use generators with '..' in them.");
}

static value fn_generate(struct fn_call *call)
{
  check_program(call);
  const struct host *host = call->compilation->host;
  struct valuevec flat = value_flat(call->context, call->args, call->n);
  str *argv = arena_array(call->arena, flat.n, sizeof *argv);
  for (uint32_t i = 0; i < flat.n; i++) argv[i] = fn_to_s(call, flat.items[i]);
  str directory = program_directory(argv[0]);
  if (host->stat(host->ctx, directory).kind != HOST_DIRECTORY)
    FN_FAIL(call, "Working directory %.*s does not exist!", STR_FMT(directory));
  struct host_program program = {.argv = argv, .n = flat.n, .directory = directory};
  const uint64_t began = compile_debug_clock(call->compilation, &log_evaluate);
  const bool ran = host->run_program(host->ctx, call->arena, &program);
  /* Puppet logs the arguments too, which may be secrets. */
  compile_debug(call->compilation, &log_evaluate,
                "Executing: '%.*s' with %u arguments: status %d, %zu bytes, in %.2f ms", STR_FMT(argv[0]), flat.n - 1,
                ran ? program.status : -1, program.output.n, compile_debug_ms(call->compilation, began));
  if (!ran) FN_FAIL(call, "Failed to execute generator %.*s: %.*s", STR_FMT(argv[0]), STR_FMT(program.error));
  if (program.status == 0) return value_str(program.output);
  struct buf command = BUF_IN(call->arena);
  fn_join(call, &command, flat.items, flat.n, STR(" "));
  str status = program.status < 0 ? STR_EMPTY : arena_printf(call->arena, "%d", program.status);
  FN_FAIL(call, "Failed to execute generator %.*s: Execution of '%.*s' returned %.*s: %.*s", STR_FMT(argv[0]),
          STR_FMT(buf_view(&command)), STR_FMT(status), STR_FMT(str_trim(program.output)));
}

const struct fn_row fn_file_rows[] = {
  {"file", NULL, fn_file, "the contents of the first file that is there", OLD_API(-2)},
  {"find_file", "String *$paths; Array[String] *$paths_array", fn_find_first,
   "the path of the first file that is there", .word = "files"},
  {"find_template", "String *$paths; Array[String] *$paths_array", fn_find_first,
   "the path of the first template that is there", .word = "templates"},
  {"generate", NULL, fn_generate, "what a program prints", OLD_API(-2)},
  {"module_directory", "String *$names; Array[String] *$names", fn_find_first,
   "the directory of the first module that is there"},
  {0},
};

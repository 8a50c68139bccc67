/* The resource type `exec`: runs commands, and the checks before them. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/ral/munge.h"
#include "agent/ral/ral.h"
#include "agent/system/command.h"
#include "agent/system/lanes.h"
#include "base/file.h"
#include "base/utf8.h"
#include "compiler/values/ruby_format.h"
#include "compiler/values/ruby_text.h"

static const struct ral_provider posix = {.name = "posix", .features = "umask", .specificity = 1};
static const struct ral_provider shell = {.name = "shell", .features = "umask"};
static const struct ral_provider *const providers[] = {&posix, &shell, NULL};

static bool in_shell(const struct ral_resource *r) { return r->provider == &shell; }

/* --- the program of a command --- */

/* The first word, or the text in quotes. */
static str program_of(value command)
{
  if (command.kind == V_ARRAY) return command.array->n > 0 ? ral_text(command.array->items[0]) : STR_EMPTY;
  const str line = ral_text(command);
  if (line.n > 1 && (line.p[0] == '"' || line.p[0] == '\'')) {
    const size_t end = str_index(line, line.p[0], 1);
    if (end != SIZE_MAX && end > 1) return str_sub(line, 1, end - 1);
  }
  const size_t blank = str_index(line, ' ', 0);
  return blank == SIZE_MAX ? line : str_sub(line, 0, blank);
}

static const char *path_of(const struct ral_resource *r)
{
  const value path = ral_value(r, "path");
  if (path.kind != V_ARRAY) return NULL;
  struct buf out = BUF_IN(r->ral->arena);
  for (uint32_t i = 0; i < path.array->n; i++) {
    if (i > 0) buf_char(&out, ':');
    buf_str(&out, ral_text(path.array->items[i]));
  }
  return out.n > 0 ? out.p : "";
}

static const char *kind_of(mode_t mode)
{
  if (S_ISDIR(mode)) return "directory";
  if (S_ISFIFO(mode)) return "fifo";
  if (S_ISCHR(mode)) return "characterSpecial";
  if (S_ISBLK(mode)) return "blockSpecial";
  return S_ISSOCK(mode) ? "socket" : "unknown";
}

/* In an empty command Ruby finds no program (nil). */
static bool is_empty(value command)
{
  return command.kind == V_ARRAY ? command.array->n == 0 : command.kind == V_STRING && command.length == 0;
}

static bool check_program(struct ral_resource *r, value command)
{
  struct ral *ral = r->ral;
  const str program = program_of(command);
  struct stat st;
  if (in_shell(r)) return true;
  if (is_empty(command)) return ral_fail_system(ral, "no implicit conversion of nil into String");
  /* As in Puppet, another absolute path ("/usr/bin//env", "/usr/bin/") is searched, which needs `path`. */
  if (program.n > 0 && program.p[0] == '/' && str_eq(file_expand_path(ral->arena, program), program)) {
    const char *z = arena_strz(ral->arena, program);
    if (stat(z, &st) != 0) return ral_fail(ral, "Could not find command '%s'", z);
    if (!S_ISREG(st.st_mode)) return ral_fail(ral, "'%s' is a %s, not a file", z, kind_of(st.st_mode));
    return access(z, X_OK) == 0 || ral_fail(ral, "'%s' is not executable", z);
  }
  const char *path = path_of(r);
  if (path != NULL && command_find(ral, program, path).n > 0) return true;
  return ral_fail(ral, "Could not find command '%.*s'", STR_FMT(program));
}

/* Without `path`, the command must start with an absolute path; Puppet looks at the command first. */
static bool validate_command(struct ral_resource *r, value command)
{
  if (command.kind != V_STRING && command.kind != V_ARRAY && !in_shell(r)) {
    return ral_fail_system(r->ral, "no implicit conversion of %s into String", ruby_conversion_name(command));
  }
  const str program = program_of(command);
  if (in_shell(r) || (program.n > 0 && program.p[0] == '/')) return true;
  if (is_empty(command)) {
    ral_log_run(r->ral, LOG_LEVEL_WARNING,
                "Cannot check if  is an absolute path because it is a 'NilClass' and not a String'");
  }
  if (ral_value(r, "path").kind == V_ARRAY) return true;
  return ral_fail(r->ral,
                  "'%.*s' is not qualified and no path was specified. Please qualify the command or specify a "
                  "path.",
                  STR_FMT(program));
}

/* --- running --- */

static const char *const *environment_of(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const value given = ral_value(r, "environment");
  const uint32_t n = given.kind == V_ARRAY ? given.array->n : given.kind == V_UNDEF ? 0 : 1;
  const char **out = arena_array(ral->arena, (size_t)n + 2, sizeof *out), *path = path_of(r);
  uint32_t k = 0;
  if (path != NULL) out[k++] = arena_printf(ral->arena, "PATH=%s", path).p;
  for (uint32_t i = 0; i < n; i++) {
    const str setting = ral_to_s(ral->arena, given.kind == V_ARRAY ? given.array->items[i] : given);
    const size_t equals = str_index(setting, '=', 0);
    if (equals == SIZE_MAX || !str_is_word(str_sub(setting, 0, equals))) {
      struct buf shown = BUF_IN(ral->arena);
      ruby_inspect(&shown, value_str(setting));
      ral_log_provider(r, LOG_LEVEL_WARNING, "Cannot understand environment setting %s", shown.p);
      continue;
    }
    for (uint32_t j = 0; j < k; j++) {
      if (strncmp(out[j], setting.p, equals + 1) != 0) continue;
      ral_log_provider(r, LOG_LEVEL_WARNING, "Overriding environment setting '%.*s' with '%.*s'", (int)equals,
                       setting.p, STR_FMT(str_from(setting, equals + 1)));
    }
    if (equals + 1 == setting.n) {
      ral_warn_once(r, "undefined_variables", str_sub(setting, 0, equals),
                    arena_printf(ral->arena, "Empty environment setting '%.*s'", (int)equals, setting.p).p);
    }
    out[k++] = arena_strz(ral->arena, setting);
  }
  return out;
}

static const char *text_or_null(const struct ral_resource *r, const char *name)
{
  const value v = ral_value(r, name);
  return v.kind == V_UNDEF ? NULL : arena_strz(r->ral->arena, ral_to_s(r->ral->arena, v));
}

/* Returns the user or group that runs the command; NULL: none is set. For a value that cannot name one, *fault is the
 * error with which the command fails. */
static const char *identity_of(const struct ral_resource *r, const char *name, str *fault)
{
  const value v = ral_value(r, name);
  int64_t n;
  bool number;
  if (v.kind == V_BOOL && !v.boolean) return NULL;
  if (v.kind == V_FLOAT && ral_integer(r->ral, v, &n, &number) && number)
    return arena_strz(r->ral->arena, arena_printf(r->ral->arena, "%lld", (long long)n));
  if (fault->n == 0 && (value_is_symbol(v) || v.kind == V_BOOL || v.kind == V_ARRAY || v.kind == V_HASH)) {
    ral_integer(r->ral, v, &n, &number);
    *fault = r->ral->error;
  }
  return text_or_null(r, name);
}

static bool is_secret(const struct ral_resource *r) { return ral_setting(r, "command")->sensitive; }

/* Logs the command for --debug. The provider `shell` shows its list of arguments: /bin/sh, -c and the command. */
static void announce(struct ral_resource *r, value command, bool check)
{
  struct buf shown = BUF_IN(r->ral->arena);
  struct valuevec list = {0};
  valuevec_push(&list, r->ral->arena, value_str(STR("/bin/sh")));
  valuevec_push(&list, r->ral->arena, value_str(STR("-c")));
  valuevec_push(&list, r->ral->arena, command);
  if (is_secret(r)) buf_z(&shown, "[redacted]");
  else ruby_to_s(&shown, in_shell(r) ? valuevec_array(&list, r->ral->arena) : command);
  ral_log_provider(r, LOG_LEVEL_DEBUG, "Executing%s '%.*s'", check ? " check" : "", STR_FMT(buf_view(&shown)));
}

/* A list of words in the shell: the first is the script, the others are its arguments. */
static const char *const *words_of(struct ral_resource *r, value command)
{
  struct arena *a = r->ral->arena;
  const struct array *given = command.kind == V_ARRAY ? command.array : array_of(a, &command, 1).array;
  const char **list = arena_array(a, (size_t)given->n + 3, sizeof *list);
  size_t n = 0;
  if (in_shell(r)) list[n++] = "/bin/sh";
  if (in_shell(r)) list[n++] = "-c";
  for (uint32_t i = 0; i < given->n; i++) list[n++] = arena_strz(a, ral_to_s(a, given->items[i]));
  list[n] = NULL;
  return list;
}

/* False with ral->error: it could not be run, or exceeded its time limit. */
static bool run(struct ral_resource *r, value command, bool check, struct command_result *out)
{
  struct ral *ral = r->ral;
  const value umask = ral_value(r, "umask");
  struct command c = {.environment = environment_of(r),
                      .directory = text_or_null(r, "cwd"),
                      .user_by_id = ral_value(r, "user").kind == V_INT,
                      .group_by_id = ral_value(r, "group").kind == V_INT,
                      .locale = true,
                      .umask = umask.kind == V_INT ? (int)umask.integer : -1,
                      .sensitive = is_secret(r)};
  c.group = identity_of(r, "group", &c.identity_fault);
  c.user = identity_of(r, "user", &c.identity_fault);
  const value timeout = ral_value(r, "timeout");
  c.timeout = timeout.kind == V_FLOAT ? timeout.number : (double)timeout.integer;
  if (!check_program(r, command)) return false;
  if (log_enabled(&log_agent, LOG_LEVEL_DEBUG)) announce(r, command, check);
  if (in_shell(r) || command.kind == V_ARRAY) c.argv = words_of(r, command);
  else c.shell = arena_strz(ral->arena, ral_text(command));
  if (!command_try(ral, &c, out)) return false;
  if (out->end == COMMAND_TIMED_OUT) return ral_fail(ral, "Command exceeded timeout");
  if (out->end == COMMAND_EXITED && out->status == 127) return ral_fail(ral, "%.*s", STR_FMT(out->output));
  return true;
}

/* --- whether to run the command --- */

enum verdict { VERDICT_GO, VERDICT_NO, VERDICT_FAILED };

static void say(struct ral_resource *r, const char *attribute, str message)
{
  ral_log_attribute(r, &r->type->attributes[ral_index(r->type, attribute)], LOG_LEVEL_DEBUG, message);
}

static void debug_lines(struct ral_resource *r, const char *name, str output)
{
  for (str rest = output; rest.n > 0;) say(r, name, str_cut(&rest, '\n'));
}

/* Runs one command of onlyif or unless; the verdict says whether it succeeded. */
static enum verdict try_check(struct ral_resource *r, const char *name, value command, bool wanted)
{
  struct command_result out;
  if (!run(r, command, true, &out)) {
    if (!str_eqz(r->ral->error, "Command exceeded timeout")) return VERDICT_FAILED;
    ral_log_attribute(
      r, &r->type->attributes[ral_index(r->type, name)], LOG_LEVEL_ERR,
      arena_printf(r->ral->arena, "Check %.*s exceeded timeout", STR_FMT(ral_inspect(r->ral->arena, command))));
    return VERDICT_NO;
  }
  if (is_secret(r)) debug_lines(r, name, STR("[output redacted]"));
  else debug_lines(r, name, out.output);
  return (out.end == COMMAND_EXITED && out.status == 0) == wanted ? VERDICT_GO : VERDICT_NO;
}

static bool exists(struct ral_resource *r, value path)
{
  say(
    r, "creates",
    arena_printf(r->ral->arena, "Checking that 'creates' path '%.*s' exists", STR_FMT(ral_to_s(r->ral->arena, path))));
  return access(arena_strz(r->ral->arena, ral_to_s(r->ral->arena, path)), F_OK) == 0;
}

static bool is_list_of_commands(value v)
{
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (v.array->items[i].kind == V_ARRAY) return true;
  }
  return v.kind == V_ARRAY;
}

/* Logs for --debug which check prevents the command. */
static enum verdict prevented(struct ral_resource *r, const char *by)
{
  const str command = is_secret(r) ? STR("[command redacted]") : ral_to_s(r->ral->arena, ral_value(r, "command"));
  ral_log(r, LOG_LEVEL_DEBUG, "'%.*s' won't be executed because of failed check '%s'", STR_FMT(command), by);
  return VERDICT_NO;
}

static enum verdict check(struct ral_resource *r, bool refreshing)
{
  static const struct {
    const char *name;
    bool wanted;
  } commands[] = {{"unless", false}, {"onlyif", true}};
  if (!refreshing && ral_flag(r, "refreshonly")) return prevented(r, "refreshonly");
  const value creates = ral_value(r, "creates");
  for (uint32_t i = 0; creates.kind != V_UNDEF && i < (creates.kind == V_ARRAY ? creates.array->n : 1); i++) {
    if (exists(r, creates.kind == V_ARRAY ? creates.array->items[i] : creates)) return prevented(r, "creates");
  }
  for (size_t k = 0; k < 2; k++) {
    const value v = ral_value(r, commands[k].name);
    if (v.kind == V_UNDEF) continue;
    const uint32_t n = is_list_of_commands(v) ? v.array->n : 1;
    for (uint32_t i = 0; i < n; i++) {
      const enum verdict verdict = try_check(r, commands[k].name, is_list_of_commands(v) ? v.array->items[i] : v,
                                             commands[k].wanted);
      if (verdict == VERDICT_NO) return prevented(r, commands[k].name);
      if (verdict != VERDICT_GO) return verdict;
    }
  }
  return VERDICT_GO;
}

/* --- the property `returns` --- */

static bool read_returns(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const enum verdict v = check(r, false);
  *is = v == VERDICT_GO ? RAL_WORD(notrun) : ral_should(r, a);
  return v != VERDICT_FAILED;
}

static bool expected(const struct ral_resource *r, const struct command_result *out)
{
  const struct array *codes = ral_setting(r, "returns")->value.array;
  const str code = arena_printf(r->ral->arena, "%d", out->status);
  for (uint32_t i = 0; i < codes->n && out->end == COMMAND_EXITED; i++) {
    if (str_eq(ral_text(codes->items[i]), code)) return true;
  }
  return false;
}

/* Puppet splits the output into lines, which fails if it is not valid text. */
static bool log_output(struct ral_resource *r, const struct ral_attribute *a, const struct command_result *out,
                       bool good)
{
  const value logoutput = ral_value(r, "logoutput");
  if (ral_is(logoutput, "false") || (ral_is(logoutput, "on_failure") && good)) return true;
  if (is_secret(r)) {
    ral_log_attribute(r, a, r->level, STR("[output redacted]"));
    return true;
  }
  if (utf8_invalid_at(out->output) != SIZE_MAX) return ral_fail(r->ral, "invalid byte sequence in UTF-8");
  str text = out->output;
  while (text.n > 0 && text.p[text.n - 1] == '\n') text.n--;
  for (str rest = text; rest.n > 0;) {
    ral_log_attribute(r, a, r->level, str_cut(&rest, '\n'));
  }
  return true;
}

static bool run_wanted(struct ral_resource *r, value command)
{
  struct ral *ral = r->ral;
  const struct ral_attribute *a = &r->type->attributes[ral_index(r->type, "returns")];
  const value times = ral_value(r, "tries"), pause = ral_value(r, "try_sleep");
  struct command_result out = {0};
  if (times.kind != V_INT) {
    return ral_fail(ral, "undefined method `times' for %.*s:Float", STR_FMT(ral_to_s(ral->arena, times)));
  }
  const int64_t tries = times.integer;
  for (int64_t i = 0; i < tries; i++) {
    if (tries > 1)
      say(r, "returns", arena_printf(ral->arena, "Exec try %lld/%lld", (long long)i + 1, (long long)tries));
    if (!run(r, command, false, &out)) return false;
    if (!r->settings[a - r->type->attributes].set) {
      /* An attribute that is only audited has no default: Puppet's error in a refresh. */
      return ral_fail(ral, "undefined method `include?' for nil:NilClass");
    }
    if (expected(r, &out)) break;
    const double seconds = pause.kind == V_FLOAT ? pause.number : (double)pause.integer;
    if (seconds <= 0 || tries < 2) continue;
    say(r, "returns",
        arena_printf(ral->arena, "Sleeping for %.*s seconds between tries", STR_FMT(ral_to_s(ral->arena, pause))));
    lanes_sleep(ral, seconds);
  }
  const bool good = expected(r, &out);
  if (!log_output(r, a, &out, good)) return false;
  if (good) return true;
  struct buf codes = BUF_IN(ral->arena), status = BUF_IN(ral->arena);
  const struct array *wanted = r->settings[a - r->type->attributes].value.array;
  for (uint32_t i = 0; i < wanted->n; i++) {
    if (i > 0) buf_char(&codes, ',');
    buf_str(&codes, ral_text(wanted->items[i]));
  }
  if (out.end == COMMAND_EXITED) buf_int(&status, out.status);
  if (is_secret(r)) {
    return ral_fail(ral, "[command redacted] returned %.*s instead of one of [%.*s]", STR_FMT(buf_view(&status)),
                    STR_FMT(buf_view(&codes)));
  }
  return ral_fail(ral, "'%.*s' returned %.*s instead of one of [%.*s]", STR_FMT(ral_to_s(ral->arena, command)),
                  STR_FMT(buf_view(&status)), STR_FMT(buf_view(&codes)));
}

static bool sync_returns(struct ral_resource *r, const struct ral_attribute *a)
{
  (void)a;
  return run_wanted(r, ral_value(r, "command"));
}

static bool changed(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  (void)r, (void)a, (void)is;
  buf_z(out, "executed successfully");
  return true;
}

static bool munge_text(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  *v = value_str(ral_to_s(r->ral->arena, *v));
  return true;
}

static bool refresh(struct ral_resource *r)
{
  const enum verdict v = check(r, true);
  if (v != VERDICT_GO) return v == VERDICT_NO;
  const value command = ral_value(r, "refresh");
  if (command.kind == V_UNDEF) return run_wanted(r, ral_value(r, "command"));
  struct command_result out;
  return run(r, command, false, &out);
}

/* --- the parameters --- */

static bool validate_command_value(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  if (v.kind == V_STRING || v.kind == V_ARRAY) return true;
  return ral_fail(r->ral, "Command must be a String or Array<String>, got value of class %s", ruby_class(v));
}

static bool munge_path(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  struct valuevec out = {0};
  for (uint32_t i = 0; i < (v->kind == V_ARRAY ? v->array->n : 1); i++) {
    const value one = v->kind == V_ARRAY ? v->array->items[i] : *v;
    const str text = ral_to_s(r->ral->arena, one);
    if (one.kind != V_STRING) {
      return ral_fail_system(r->ral, "Could not set path on exec: undefined method `split' for %.*s:%s",
                             STR_FMT(ral_inspect(r->ral->arena, one)), ruby_class(one));
    }
    for (size_t at = 0; at <= text.n;) {
      size_t end = str_index(text, ':', at);
      if (end == SIZE_MAX) end = text.n;
      if (end > at) valuevec_push(&out, r->ral->arena, value_str(str_sub(text, at, end - at)));
      at = end + 1;
    }
  }
  *v = valuevec_array(&out, r->ral->arena);
  return true;
}

static bool absolute(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  for (uint32_t i = 0; i < (v.kind == V_ARRAY ? v.array->n : 1); i++) {
    if (!ral_is_absolute(r, v.kind == V_ARRAY ? v.array->items[i] : v))
      return ral_fail(r->ral, "%s must be a fully qualified path", a->name);
  }
  return true;
}

static bool one_absolute(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  if (v.kind != V_ARRAY) return absolute(r, a, v);
  return ral_fail(r->ral, "%s only accepts a single path, not an array of paths", a->name);
}

static bool validate_environment(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  for (uint32_t i = 0; i < (v.kind == V_ARRAY ? v.array->n : 1); i++) {
    const str text = ral_to_s(r->ral->arena, v.kind == V_ARRAY ? v.array->items[i] : v);
    const size_t equals = str_index(text, '=', 0);
    bool good = false;
    for (size_t k = equals; !good && k != SIZE_MAX; k = str_index(text, '=', k + 1)) {
      good = k > 0 && ascii_is_word((unsigned char)text.p[k - 1]);
    }
    if (!good) return ral_fail(r->ral, "Invalid environment setting '%.*s'", STR_FMT(text));
  }
  return true;
}

static bool validate_user(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a, (void)v;
  return geteuid() == 0 || ral_fail(r->ral, "Only root can execute commands as other users");
}

static bool munge_umask(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  const str text = ral_to_s(r->ral->arena, *v);
  const size_t first = text.n > 1 && text.p[0] == '0' ? 1 : 0;
  int64_t n = 0;
  bool valid = v->kind == V_STRING && text.n > 0 && text.n - first <= 4;
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] < '0' || text.p[i] > '7') valid = false;
    else n = n * 8 + (text.p[i] - '0');
  }
  if (!valid) {
    return ral_fail(r->ral, "The umask specification is invalid: %.*s", STR_FMT(ral_inspect(r->ral->arena, *v)));
  }
  *v = value_int(n);
  return true;
}

static bool is_number(value v) { return v.kind == V_INT || v.kind == V_FLOAT; }

/* A number in a text, as Ruby's Float() reads it. */
static bool number_in(struct ral_resource *r, value v, double *out)
{
  const char *z = arena_strz(r->ral->arena, str_trim(ral_text(v)));
  char *end;
  *out = strtod(z, &end);
  return *z != '\0' && *end == '\0' && end[-1] != '.' && isfinite(*out);
}

/* Puppet removes the first element of a list before it fails, so the message shows the rest. */
static bool munge_timeout(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  value whole = *v, first = *v;
  double n = 0;
  if (v->kind == V_ARRAY) {
    struct valuevec rest = {0};
    first = v->array->n > 0 ? v->array->items[0] : VALUE_UNDEF;
    for (uint32_t i = 1; i < v->array->n; i++) valuevec_push(&rest, r->ral->arena, v->array->items[i]);
    whole = valuevec_array(&rest, r->ral->arena);
  }
  if (first.kind == V_STRING) {
    if (!number_in(r, first, &n)) return ral_munging_failed(r, a, whole, "The timeout must be a number.");
  } else if (!is_number(first)) {
    return ral_munging_failed(r, a, whole, "can't convert %s into Float", ruby_conversion_name(first));
  } else {
    n = first.kind == V_INT ? (double)first.integer : first.number;
  }
  *v = value_float(n > 0 ? n : 0);
  return true;
}

/* Fails with Ruby's message about a value that cannot be compared with a number. */
static bool not_comparable(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  if (v.kind == V_HASH) return ral_munging_failed(r, a, v, "no implicit conversion of Integer into Hash");
  return ral_no_method(r, a, v, "<", v.kind == V_ARRAY ? "<<" : NULL);
}

/* Whether a text has only digits and the characters in `also`, at least one. */
static bool has_only(str text, const char *also)
{
  for (size_t i = 0; i < text.n; i++) {
    if (!ascii_is_digit((unsigned char)text.p[i]) && (text.p[i] == '\0' || strchr(also, text.p[i]) == NULL))
      return false;
  }
  return text.n > 0;
}

static bool munge_tries(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  if (v->kind == V_STRING) {
    const str text = ral_text(*v);
    if (!has_only(text, "")) return ral_munging_failed(r, a, *v, "Tries must be an integer");
    *v = value_int(text.n < 18 ? atoll(arena_strz(r->ral->arena, text)) : INT64_MAX);
  }
  if (!is_number(*v)) return not_comparable(r, a, *v);
  if ((v->kind == V_INT ? (double)v->integer : v->number) < 1) {
    return ral_munging_failed(r, a, *v, "Tries must be an integer >= 1");
  }
  return true;
}

static bool munge_pause(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  if (v->kind == V_STRING) {
    const str text = ral_text(*v);
    double n;
    if (!has_only(text, "-.")) return ral_munging_failed(r, a, *v, "try_sleep must be a number");
    if (!number_in(r, *v, &n)) {
      return ral_munging_failed(r, a, *v, "invalid value for Float(): \"%.*s\"", STR_FMT(text));
    }
    *v = value_float(n);
  }
  if (!is_number(*v)) return not_comparable(r, a, *v);
  return (v->kind == V_INT ? (double)v->integer : v->number) >= 0 ||
         ral_munging_failed(r, a, *v, "try_sleep cannot be a negative number");
}

static bool validate_check(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  const uint32_t n = is_list_of_commands(v) ? v.array->n : 1;
  for (uint32_t i = 0; i < n; i++) {
    if (!validate_command(r, is_list_of_commands(v) ? v.array->items[i] : v)) return false;
  }
  return true;
}

static bool validate_refresh(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  return validate_command(r, v);
}

static bool validate(struct ral_resource *r) { return validate_command(r, ral_value(r, "command")); }

/* If one of these parameters is secret, all are. */
static void redact(struct ral_resource *r)
{
  static const char *const names[] = {"command", "unless", "onlyif"};
  bool any = false;
  for (size_t i = 0; i < 3; i++) any = any || ral_setting(r, names[i])->sensitive;
  for (size_t i = 0; i < 3; i++) ral_setting(r, names[i])->sensitive = any;
}

static const struct ral_word outputs[] = {
  {"true", NULL, NULL}, {"false", NULL, NULL}, {"on_failure", NULL, NULL}, {NULL, NULL, NULL}};
static const struct ral_word yes_or_no[] = {{"true", NULL, NULL}, {"false", NULL, NULL}, {NULL, NULL, NULL}};

/* `path` must precede the commands, which are validated with it. */
static const struct ral_attribute attributes[] = {
  {.name = "command", .flags = RAL_NAMEVAR | RAL_HIDES, .validate = validate_command_value},
  {.name = "provider"},
  {.name = "returns",
   .flags = RAL_PROPERTY | RAL_ALL,
   .validate = ral_validate_any,
   .munge = munge_text,
   .fallback_value = RAL_TEXT_INIT("0"),
   .retrieve = read_returns,
   .sync = sync_returns,
   .change = changed,
   .event = "executed_command"},
  {.name = "path", .validate = ral_validate_any, .munge = munge_path},
  {.name = "user", .validate = validate_user},
  {.name = "group"},
  {.name = "cwd", .validate = one_absolute},
  {.name = "logoutput", .words = outputs, .fallback_value = RAL_TEXT_INIT("on_failure")},
  {.name = "refresh", .validate = validate_refresh},
  {.name = "environment", .validate = validate_environment},
  {.name = "umask", .validate = ral_validate_any, .munge = munge_umask, .features = "umask"},
  {.name = "timeout", .validate = ral_validate_any, .munge = munge_timeout, .fallback_value = RAL_INT_INIT(300)},
  {.name = "tries", .validate = ral_validate_any, .munge = munge_tries, .fallback_value = RAL_INT_INIT(1)},
  {.name = "try_sleep", .validate = ral_validate_any, .munge = munge_pause, .fallback_value = RAL_INT_INIT(0)},
  {.name = "refreshonly", .words = yes_or_no},
  {.name = "creates", .validate = absolute},
  {.name = "unless", .flags = RAL_HIDES, .validate = validate_check},
  {.name = "onlyif", .flags = RAL_HIDES, .validate = validate_check},
  {0}};

const struct ral_type ral_type_exec = {.name = "exec",
                                       .flags = RAL_WAITS,
                                       .attributes = attributes,
                                       .providers = providers,
                                       .validate = validate,
                                       .refresh = refresh,
                                       .redact = redact,
                                       .undo = {.lost = "the effects of the command are unknown"}};

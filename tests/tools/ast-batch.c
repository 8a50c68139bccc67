/* ast-batch [--epp] [--time] [--tasks] [--strict=off|warning|error]: parses and validates the files named on standard
 * input, one name a line, and prints one line of JSON for each: {"file":…,"ok":true,"pn":"…"} or
 * {"file":…,"ok":false,"error":"…"}. With --time only the speed over all of them. Several errors in one file are
 * printed on standard error, as Puppet logs them. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/json_write.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/report.h"

static bool read_file(struct arena *a, const char *path, str *text)
{
  struct stat st;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
  char *p = ok ? arena_alloc(a, (size_t)st.st_size + 1) : NULL;
  size_t n = 0;
  for (ssize_t got = 1; ok && got > 0 && n<(size_t)st.st_size; n += got> 0 ? (size_t)got : 0) {
    got = read(fd, p + n, (size_t)st.st_size - n);
    ok = got >= 0;
  }
  close(fd);
  *text = (str){p, n};
  return ok;
}

static void print_result(const char *path, bool ok, str result)
{
  struct buf line = BUF_HEAP;
  struct json_writer w;
  json_init(&w, &line, false);
  json_begin_object(&w);
  json_kstr(&w, STR("file"), str_of(path));
  json_kbool(&w, STR("ok"), ok);
  json_kstr(&w, ok ? STR("pn") : STR("error"), result);
  json_end_object(&w);
  puts(line.p);
  buf_free(&line);
}

static size_t parse_one(const char *path, const struct parse_options *o, bool quiet)
{
  struct arena *a = arena_new();
  struct diag_list diags;
  diag_list_init(&diags, a);
  str text = STR_EMPTY;
  struct ast_program *program = NULL;
  struct buf out = BUF_HEAP;
  if (!read_file(a, path, &text)) buf_printf(&out, "cannot read %s", path);
  else program = parse_text(a, str_of(path), text, o, &diags);
  if (!quiet) {
    if (program != NULL) pn_dump(&out, program, false);
    else if (diags.errors != 0) buf_str(&out, report_summary(a, &diags, REPORT_MAX_ERRORS));
    print_result(path, program != NULL, buf_view(&out));
  }
  buf_free(&out);
  arena_free(a);
  return program != NULL ? text.n : 0;
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
  struct parse_options o = {.strict = SEVERITY_WARNING};
  bool timing = false;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--epp") == 0) {
      o.epp = true;
    } else if (strcmp(argv[i], "--tasks") == 0) {
      o.tasks = true;
    } else if (strcmp(argv[i], "--strict=error") == 0) {
      o.strict = SEVERITY_ERROR;
    } else if (strcmp(argv[i], "--strict=warning") == 0) {
      o.strict = SEVERITY_WARNING;
    } else if (strcmp(argv[i], "--strict=off") == 0) {
      o.strict = SEVERITY_IGNORE;
    } else if (strcmp(argv[i], "--time") == 0) {
      timing = true;
    } else {
      fprintf(stderr, "usage: ast-batch [--epp] [--time] [--tasks] [--strict=off|warning|error] < NAMES\n");
      return 2;
    }
  }
  char *line = NULL;
  size_t room = 0, bytes = 0;
  double start = now();
  for (ssize_t n; (n = getline(&line, &room, stdin)) > 0;) {
    if (line[n - 1] == '\n') line[n - 1] = '\0';
    bytes += parse_one(line, &o, timing);
  }
  free(line);
  if (timing) {
    double seconds = now() - start;
    printf("%zu bytes parsed in %.3f s, %.3f MB/s\n", bytes, seconds, (double)bytes / seconds / 1e6);
  }
  return 0;
}

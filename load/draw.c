/* Drawings: files of numbers and a script for gnuplot, which is run if it is installed. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load/load.h"

/* A picture: a value of each stage against the number of clients. */
static const struct picture {
  const char *name, *title, *axis;
  int column;       /* of results-N.tsv */
  const char *more; /* for gnuplot */
  bool good_only;   /* of successful transactions, of which there may be none */
} pictures[] = {
  {"rate", "Transactions per second", "transactions/s", 2, "set yrange [0:*]"},
  {"failures", "Failed transactions", "percent", 3, "set yrange [0:100]"},
  {"fairness", "Fairness between clients", "Jain's index", 4, "set yrange [0:1.05]"},
  {"time", "Time of a transaction: median", "milliseconds", 5, "set logscale y", true},
  {"slowest", "Time of the slowest transaction", "milliseconds", 8, "set logscale y", true},
};

static FILE *create(const char *folder, const char *name, struct buf *why)
{
  struct buf path = BUF_HEAP;
  buf_printf(&path, "%s/%s", folder, name);
  FILE *f = fopen(path.p, "w");
  if (f == NULL) {
    buf_printf(why, "%s: %s", path.p, strerror(errno));
  }
  buf_free(&path);
  return f;
}

static bool finish(FILE *f, const char *folder, struct buf *why)
{
  const bool failed = ferror(f) != 0;
  if (fclose(f) != 0 || failed) {
    buf_printf(why, "%s: cannot be written: %s", folder, strerror(errno));
    return false;
  }
  return true;
}

static double number(const json_t *o, const char *key) { return json_number_value(json_object_get(o, key)); }

static bool write_stages(const json_t *run, size_t index, const char *folder, struct buf *why)
{
  char name[64];
  snprintf(name, sizeof name, "results-%zu.tsv", index);
  FILE *f = create(folder, name, why);
  if (f == NULL) {
    return false;
  }
  fputs("# clients\trate\tfailed percent\tfairness\tmedian ms\tp95 ms\tp99 ms\tmax ms\tMB/s received\n", f);
  const json_t *stages = json_object_get(run, "stages");
  for (size_t i = 0; i < json_array_size(stages); i++) {
    const json_t *s = json_array_get(stages, i), *t = json_object_get(s, "time_us");
    const double seconds = number(s, "seconds");
    fprintf(f, "%.0f\t%.3f\t%.3f\t%.4f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n", number(s, "concurrency"), number(s, "rate"),
            (1 - number(s, "availability")) * 100, number(s, "fairness"), number(t, "median") / 1000,
            number(t, "p95") / 1000, number(t, "p99") / 1000, number(t, "max") / 1000,
            seconds > 0 ? number(s, "received_bytes") / seconds / 1e6 : 0);
  }
  return finish(f, folder, why);
}

/* Seconds of all stages, one after the other. */
static bool write_seconds(const json_t *run, size_t index, const char *folder, struct buf *why)
{
  char name[64];
  snprintf(name, sizeof name, "seconds-%zu.tsv", index);
  FILE *f = create(folder, name, why);
  size_t second = 0;
  if (f == NULL) {
    return false;
  }
  fputs("# second\tgood\tfailed\tclients\n", f);
  const json_t *stages = json_object_get(run, "stages");
  for (size_t i = 0; i < json_array_size(stages); i++) {
    const json_t *s = json_array_get(stages, i), *all = json_object_get(s, "by_second");
    for (size_t k = 0; k < json_array_size(all); k++) {
      const json_t *pair = json_array_get(all, k);
      fprintf(f, "%zu\t%lld\t%lld\t%.0f\n", second++, (long long)json_integer_value(json_array_get(pair, 0)),
              (long long)json_integer_value(json_array_get(pair, 1)), number(s, "concurrency"));
    }
  }
  return finish(f, folder, why);
}

/* Prints a text between single quotes. */
static void quote(FILE *f, const char *text)
{
  fputc('\'', f);
  for (; *text != '\0'; text++) {
    if (*text == '\'') {
      fputc('\'', f);
    }
    if ((unsigned char)*text >= 0x20) {
      fputc(*text, f);
    }
  }
  fputc('\'', f);
}

static const char *label(const json_t *run)
{
  const char *text = json_string_value(json_object_get(run, "label"));
  return text == NULL ? "" : text;
}

static void script_curve(FILE *f, json_t *runs, const char *files, int column, int x)
{
  for (size_t i = 0; i < json_array_size(runs); i++) {
    fprintf(f, "%s '%s-%zu.tsv' using %d:%d with linespoints linewidth 2 pointtype %zu title ",
            i == 0 ? "plot" : ", \\\n ", files, i + 1, x, column, 5 + i % 8 * 2);
    quote(f, label(json_array_get(runs, i)));
  }
  fputc('\n', f);
}

/* Whether there is a time to draw: gnuplot refuses a logarithmic axis without a value. */
static bool any_good(const json_t *runs)
{
  for (size_t i = 0; i < json_array_size(runs); i++) {
    const json_t *stages = json_object_get(json_array_get(runs, i), "stages");
    for (size_t k = 0; k < json_array_size(stages); k++) {
      if (number(json_array_get(stages, k), "good") > 0) {
        return true;
      }
    }
  }
  return false;
}

static bool write_script(json_t *runs, const char *folder, struct buf *why)
{
  FILE *f = create(folder, "load.gp", why);
  if (f == NULL) {
    return false;
  }
  fputs("# Made by ficelle load --draw: gnuplot load.gp\n"
        "set terminal png size 900,500 noenhanced\nset datafile separator '\\t'\nset grid\nset key outside top center "
        "horizontal noenhanced\n",
        f);
  for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
    const struct picture *p = &pictures[i];
    if (p->good_only && !any_good(runs)) {
      continue;
    }
    fprintf(f,
            "\nset output 'load-%s.png'\nset title \"%s\"\nset xlabel 'clients at one time'\nset ylabel \"%s\"\n"
            "set logscale x 2\nset xrange [*:*]\nset yrange [*:*]\nunset logscale y\n%s\n",
            p->name, p->title, p->axis, p->more);
    script_curve(f, runs, "results", p->column, 1);
  }
  fputs("\nset output 'load-seconds.png'\nset title 'Good transactions in each second'\nset xlabel 'second'\n"
        "set ylabel 'transactions'\nunset logscale\nset xrange [*:*]\nset yrange [0:*]\n",
        f);
  for (size_t i = 0; i < json_array_size(runs); i++) {
    fprintf(f, "%s 'seconds-%zu.tsv' using 1:2 with steps linewidth 2 title ", i == 0 ? "plot" : ", \\\n ", i + 1);
    quote(f, label(json_array_get(runs, i)));
  }
  fputc('\n', f);
  return finish(f, folder, why);
}

/* False: gnuplot is not installed, or has failed. */
static bool run_gnuplot(const char *folder)
{
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder) == 0) {
      execlp("gnuplot", "gnuplot", "load.gp", (char *)NULL);
    }
    _exit(127);
  }
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool draw_results(json_t *runs, const char *folder, struct buf *why)
{
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    buf_printf(why, "%s: %s", folder, strerror(errno));
    return false;
  }
  for (size_t i = 0; i < json_array_size(runs); i++) {
    const json_t *run = json_array_get(runs, i);
    if (!write_stages(run, i + 1, folder, why) || !write_seconds(run, i + 1, folder, why)) {
      return false;
    }
  }
  if (!write_script(runs, folder, why)) {
    return false;
  }
  if (!run_gnuplot(folder)) {
    buf_printf(why, "gnuplot is not installed or failed: run gnuplot load.gp in %s", folder);
    return false;
  }
  return true;
}

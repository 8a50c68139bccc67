/* `ficelle catalog graph`, and the files of the setting `graph`. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/catalog_cli.h"
#include "compiler/catalog/graph.h"

/* --- graphviz --- */

/* Writes the text to an unnamed file, positioned at its beginning; -1 with errno. */
static int text_file(str text)
{
  FILE *f = tmpfile();
  if (f == NULL) return -1;
  int fd = -1;
  if (fwrite(text.p, 1, text.n, f) == text.n && fflush(f) == 0 && lseek(fileno(f), 0, SEEK_SET) == 0) {
    fd = fcntl(fileno(f), F_DUPFD_CLOEXEC, 3);
  }
  fclose(f);
  return fd;
}

static bool run_dot(int input, const char *image, const char *path)
{
  extern char **environ;
  char format[32];
  snprintf(format, sizeof format, "-T%s", image);
  char *argv[] = {(char *)"dot", format, path != NULL ? (char *)"-o" : NULL, (char *)path, NULL};
  posix_spawn_file_actions_t actions;
  pid_t pid;
  if (posix_spawn_file_actions_init(&actions) != 0) return cli_error("Could not run dot: out of memory"), false;
  int status = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (status == 0) status = posix_spawnp(&pid, "dot", &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) {
    return cli_error("Could not run graphviz' program dot: %s (it is in Debian's package graphviz)", strerror(status)),
           false;
  }
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  cli_error("graphviz' program dot failed");
  return false;
}

static bool image_is_word(const char *image)
{
  const size_t n = strlen(image);
  return n > 0 && n < 20 && strspn(image, "abcdefghijklmnopqrstuvwxyz0123456789_-:") == n && image[0] != '-';
}

/* Runs graphviz on a DOT text; writes the image to `path`, or to standard output if that is NULL. */
static bool catalog_draw(struct arena *a, str dot, const char *image, const char *path)
{
  (void)a;
  if (!image_is_word(image)) return cli_error("unknown image format '%s'", image), false;
  fflush(stdout);
  const int input = text_file(dot);
  if (input < 0) return cli_error("Could not write a temporary file: %s", strerror(errno)), false;
  const bool ok = run_dot(input, image, path);
  close(input);
  return ok;
}

/* --- files --- */

static bool make_directories(char *path)
{
  for (char *p = path + 1;; p++) {
    const char end = *p;
    if (end != '/' && end != '\0') continue;
    *p = '\0';
    const bool made = mkdir(path, 0750) == 0 || errno == EEXIST;
    *p = end;
    if (!made || end == '\0') return made;
  }
}

/* Replaces the file atomically, so that other runs and readers never see an incomplete file. */
static bool write_file(struct arena *a, str path, str text)
{
  const str temporary = arena_printf(a, "%.*s.%ld", STR_FMT(path), (long)getpid());
  const int fd = open(temporary.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0640);
  bool ok = fd >= 0;
  for (size_t done = 0; ok && done < text.n;) {
    const ssize_t n = write(fd, text.p + done, text.n - done);
    if (n < 0 && errno == EINTR) continue;
    ok = n > 0;
    done += ok ? (size_t)n : 0;
  }
  if (fd >= 0) ok = close(fd) == 0 && ok;
  if (ok && rename(temporary.p, path.p) == 0) return true;
  cli_error("Could not write %.*s: %s", STR_FMT(path), strerror(errno));
  if (fd >= 0) unlink(temporary.p);
  return false;
}

static bool write_graph(struct cli *cli, struct arena *a, const char *name, str text, const char *image)
{
  const char *dir = settings_strz(cli->settings, SETTING_graphdir);
  const str path = arena_printf(a, "%s/%s.dot", dir, name);
  if (!write_file(a, path, text)) return false;
  return image == NULL || catalog_draw(a, text, image, arena_printf(a, "%s/%s.%s", dir, name, image).p);
}

static str dot_of(struct arena *a, const struct catalog_doc *doc, enum graph_kind kind)
{
  struct buf out = BUF_IN(a);
  char *name = arena_strz(a, str_of(graph_names[kind]));
  name[0] = (char)ascii_upper((unsigned char)name[0]);
  graph_write_dot(&out, graph_new(a, doc, kind), str_of(name));
  return buf_view(&out);
}

bool catalog_write_graphs(struct cli *cli, const struct catalog_doc *doc, str cycles, const char *image)
{
  struct arena *a = arena_new();
  char *dir = arena_strz(a, settings_str(cli->settings, SETTING_graphdir));
  bool ok = make_directories(dir);
  if (!ok) cli_error("Could not create %s: %s", dir, strerror(errno));
  for (int kind = 0; ok && doc != NULL && kind < GRAPH_KIND_COUNT; kind++) {
    ok = write_graph(cli, a, graph_names[kind], dot_of(a, doc, (enum graph_kind)kind), image);
  }
  if (ok && cycles.n > 0) ok = write_graph(cli, a, "cycles", cycles, image);
  arena_free(a);
  return ok;
}

/* --- the action --- */

static bool kind_parse(const char *text, enum graph_kind *kind)
{
  for (int i = 0; i < GRAPH_KIND_COUNT; i++) {
    if (strcmp(text, graph_names[i]) != 0) continue;
    *kind = (enum graph_kind)i;
    return true;
  }
  cli_error("Unknown kind of graph '%s': it must be resources, relationships or expanded_relationships", text);
  return false;
}

int catalog_graph(struct cli *cli, int argc, char **argv)
{
  const char *facts = NULL, *kind_name = "relationships", *format = "dot", *output = NULL;
  const struct cli_option options[] = {
    {"kind", 0, CLI_STRING, &kind_name, "KIND", "resources, relationships (default) or expanded_relationships"},
    {"format", 0, CLI_STRING, &format, "FORMAT", "dot (default); svg, png, pdf … with graphviz"},
    {"output", 'o', CLI_STRING, &output, "FILE", "write to this file, not to standard output"},
    {"facts", 0, CLI_FILE, &facts, "FILE", "facts of the node"},
  };
  const struct cli_usage usage = {
    "ficelle catalog graph [--kind KIND] [--format FORMAT] [--output FILE] [NODE | FILE | -]",
    "Prints a graph of a catalog: of a node, which is compiled, or of a file with a catalog.\n"
    "`catalog compile --graph` writes all of them into $graphdir.",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  int status = cli_begin(cli, &usage, &argc, argv);
  enum graph_kind kind;
  struct catalog_doc doc;
  if (status != CLI_GO) return status;
  if (argc > 2) return cli_error("catalog graph takes one catalog, got %d", argc - 1);
  if (!kind_parse(kind_name, &kind)) return 1;
  struct arena *a = arena_new();
  bool ok = catalog_get(cli, a, argc > 1 ? argv[1] : NULL, facts, &doc);
  if (ok) {
    const str dot = dot_of(a, &doc, kind);
    if (strcmp(format, "dot") != 0) ok = catalog_draw(a, dot, format, output);
    else if (output != NULL) ok = write_file(a, str_of(output), dot);
    else fwrite(dot.p, 1, dot.n, stdout);
  }
  arena_free(a);
  return cli_finish(ok ? 0 : 1);
}

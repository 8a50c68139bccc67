/* Commands and queries for a store, without a server:
 *
 *   pdb-query STORE < LINES
 *
 * A line is `GET PATH?PARAMETERS` or `POST PATH BODY` with a path below /pdb/query/v4, or `COMMAND PARAMETERS BODY`.
 * Printed are for each the status, X-Records (-1: none) and the length of the body in a line, and the body. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#include "indirector/query/pdb.h"

enum { MAX_PARAMETERS = 64 };

static str decoded(struct arena *a, str s)
{
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < s.n; i++) {
    char two[3] = {0};
    if (s.p[i] == '%' && i + 2 < s.n) {
      memcpy(two, s.p + i + 1, 2);
      buf_char(&out, (char)strtol(two, NULL, 16));
      i += 2;
    } else {
      buf_char(&out, s.p[i] == '+' ? ' ' : s.p[i]);
    }
  }
  return buf_view(&out);
}

static size_t parameters(struct arena *a, str s, struct pdb_parameter *out)
{
  size_t n = 0;
  while (s.n > 0 && n < MAX_PARAMETERS) {
    size_t end = str_index(s, '&', 0);
    if (end == SIZE_MAX) end = s.n;
    const str one = str_sub(s, 0, end);
    const size_t equals = str_index(one, '=', 0);
    out[n++] = (struct pdb_parameter){decoded(a, str_sub(one, 0, equals)),
                                      equals == SIZE_MAX ? STR_EMPTY : decoded(a, str_from(one, equals + 1))};
    s = str_from(s, end + 1);
  }
  return n;
}

static bool keep(void *ctx, str piece)
{
  buf_str(ctx, piece);
  return true;
}

static str word(str *rest)
{
  size_t end = str_index(*rest, ' ', 0);
  if (end == SIZE_MAX) end = rest->n;
  const str out = str_sub(*rest, 0, end);
  *rest = str_from(*rest, end + 1);
  return out;
}

static void run(struct store *s, struct arena *a, str line)
{
  struct pdb_parameter list[MAX_PARAMETERS];
  struct buf out = BUF_HEAP;
  struct pdb_answer answer;
  const str verb = word(&line);
  const str target = word(&line);
  if (str_eqz(verb, "COMMAND")) {
    pdb_take_command(s, a, list, parameters(a, target, list), line, &answer);
  } else {
    const size_t mark = str_index(target, '?', 0);
    struct pdb_request r = {
      .path = str_sub(target, 0, mark), .parameters = list, .body = line, .time_limit = 60, .put = keep, .ctx = &out};
    if (mark != SIZE_MAX) r.nparameters = parameters(a, str_from(target, mark + 1), list);
    pdb_answer(s, a, &r, &answer);
  }
  const str body = answer.error.n > 0 ? answer.error : buf_view(&out);
  printf("%d %lld %zu\n%.*s\n", answer.status, (long long)answer.total, body.n, STR_FMT(body));
  fflush(stdout);
  buf_free(&out);
}

int main(int argc, char **argv)
{
  struct arena *a = arena_new();
  str error;
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  if (argc != 2) return fprintf(stderr, "usage: pdb-query STORE < LINES\n"), 2;
  struct store *s = store_open(a, str_of(argv[1]), &error);
  if (s == NULL) return fprintf(stderr, "%.*s\n", STR_FMT(error)), 1;
  while ((n = getline(&line, &cap, stdin)) > 0) {
    struct arena *one = arena_new();
    run(s, one, str_n(line, (size_t)n - (line[n - 1] == '\n')));
    arena_free(one);
  }
  free(line);
  store_close(s);
  arena_free(a);
  return 0;
}

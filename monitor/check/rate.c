/* The file belongs to one host and object (key), and is replaced as a whole. A counter that has become smaller was
 * reset and gives no rate. */
#include "monitor/check/rate.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* --- text --- */

/* The next line, without its end; false without a complete line. */
static bool next_line(str *rest, str *line)
{
  const size_t end = str_index(*rest, '\n', 0);
  if (end == SIZE_MAX) return false;
  *line = str_sub(*rest, 0, end);
  *rest = str_from(*rest, end + 1);
  return true;
}

/* The text after a word at the beginning of a line. */
static bool after(str line, str word, str *value)
{
  *value = str_from(line, word.n);
  return str_starts(line, word);
}

static bool number(str *text, uint64_t *n)
{
  size_t i = 0;
  for (*n = 0; i < text->n && ascii_is_digit(text->p[i]); i++) {
    const uint64_t digit = (uint64_t)(text->p[i] - '0');
    if (*n > (UINT64_MAX - digit) / 10) return false;
    *n = *n * 10 + digit;
  }
  *text = str_from(*text, i);
  return i > 0;
}

/* Reads the rows; allocates as many as the text has lines. */
static bool rows(struct arena *a, str rest, struct rate_state *state)
{
  str line, value;
  size_t lines = 0;
  for (size_t i = 0; i < rest.n; i++) lines += rest.p[i] == '\n';
  state->row = arena_array(a, lines, sizeof *state->row);
  while (next_line(&rest, &line)) {
    if (str_eqz(line, "end")) return rest.n == 0;
    struct rate_row *row = &state->row[state->count];
    if (!after(line, STR("row "), &value) || !number(&value, &row->number) || !after(value, STR(" "), &row->name))
      return false;
    state->count++;
  }
  return false;
}

bool rate_parse(struct arena *a, str text, str key, struct rate_state *state)
{
  str line, value;
  *state = (struct rate_state){0};
  if (next_line(&text, &line) && str_eqz(line, "ficelle-rate 1") && next_line(&text, &line) &&
      after(line, STR("key "), &value) && str_eq(value, key) && next_line(&text, &line) &&
      after(line, STR("at "), &value) && number(&value, &state->at_us) && value.n == 0 && state->at_us > 0 &&
      rows(a, text, state))
    return true;
  *state = (struct rate_state){0};
  return false;
}

void rate_print(const struct rate_state *state, str key, struct buf *out)
{
  buf_printf(out, "ficelle-rate 1\nkey %.*s\nat %" PRIu64 "\n", STR_FMT(key), state->at_us);
  for (size_t i = 0; i < state->count; i++) {
    /* Names are foreign data: skip one with a line break. */
    if (str_index(state->row[i].name, '\n', 0) == SIZE_MAX)
      buf_printf(out, "row %" PRIu64 " %.*s\n", state->row[i].number, STR_FMT(state->row[i].name));
  }
  buf_z(out, "end\n");
}

bool rate_of(const struct rate_state *state, str name, uint64_t now, uint64_t at_us, size_t *hint, double *per_second)
{
  for (size_t n = 0; n < state->count; n++) {
    const size_t i = (*hint + n) % state->count;
    if (!str_eq(state->row[i].name, name)) continue;
    *hint = i + 1;
    if (now < state->row[i].number || at_us <= state->at_us) return false;
    *per_second = (double)(now - state->row[i].number) * 1e6 / (double)(at_us - state->at_us);
    return true;
  }
  return false;
}

/* --- the file --- */

/* Checks that only this user can access the directory: others could have created it, or a link. */
static bool own_directory(const char *path, struct buf *why)
{
  struct stat st;
  if (mkdir(path, 0700) != 0 && errno != EEXIST) {
    buf_printf(why, "%s: %s", path, strerror(errno));
    return false;
  }
  if (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode) || st.st_uid != geteuid() || (st.st_mode & 022) != 0) {
    buf_printf(why, "%s must be a directory that only this user can access", path);
    return false;
  }
  return true;
}

static uint64_t hash(str s)
{
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < s.n; i++) sum = (sum ^ (unsigned char)s.p[i]) * UINT64_C(0x100000001b3);
  return sum;
}

bool rate_path(const char *directory, str key, struct buf *path, struct buf *why)
{
  if (directory == NULL) directory = getenv("MP_STATE_PATH");
  if (directory != NULL && *directory != '\0') {
    buf_z(path, directory);
  } else {
    buf_printf(path, "/var/tmp/check_ficelle-%lu", (unsigned long)geteuid());
    if (!own_directory(path->p, why)) return false;
  }
  buf_printf(path, "/ficelle-rate-%016" PRIx64, hash(key));
  return true;
}

void rate_read(struct arena *a, const char *path, str key, struct rate_state *state)
{
  struct buf text = BUF_IN(a);
  *state = (struct rate_state){0};
  if (file_read(path, RATE_FILE_MAX, &text) == 0) rate_parse(a, buf_view(&text), key, state);
}

bool rate_write(struct arena *a, const char *path, str key, const struct rate_state *state, struct buf *why)
{
  struct buf text = BUF_IN(a);
  str error = STR_EMPTY;
  rate_print(state, key, &text);
  if (file_replace(a, str_of(path), buf_view(&text), 0600, &error)) return true;
  buf_str(why, error);
  return false;
}

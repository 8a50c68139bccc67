/* Printing and parsing only; the file itself is handled by the callers. A file with a wrong checksum or an unknown
 * line is rejected as a whole. */
#include "subagent/alarm/alarm_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAVED_ALARMS_MAX = 4 * ALARMS_MAX, SAVED_NODES_MAX = 65536, SAVED_NAME_MAX = 255 };

void alarm_saved_init(struct alarm_saved *s) { *s = (struct alarm_saved){.store = ALARM_STORE_OK}; }

void alarm_saved_free(struct alarm_saved *s)
{
  for (size_t i = 0; i < s->node_count; i++) free(s->node[i].name);
  free(s->node);
  free(s->alarm);
  alarm_saved_init(s);
}

struct alarm_saved_alarm *alarm_saved_find(const struct alarm_saved *s, const char *name)
{
  for (size_t i = 0; i < s->alarm_count; i++) {
    if (strcmp(s->alarm[i].name, name) == 0) return &s->alarm[i];
  }
  return NULL;
}

struct alarm_saved_alarm *alarm_saved_get(struct alarm_saved *s, const char *name)
{
  struct alarm_saved_alarm *found = alarm_saved_find(s, name);
  if (found != NULL) return found;
  s->alarm = xrealloc(s->alarm, (s->alarm_count + 1) * sizeof *s->alarm);
  found = &s->alarm[s->alarm_count++];
  *found = (struct alarm_saved_alarm){.status = ALARM_CLEARED};
  snprintf(found->name, sizeof found->name, "%s", name);
  return found;
}

struct alarm_saved_node *alarm_saved_add_node(struct alarm_saved *s, str name)
{
  if ((s->node_count & (s->node_count - 1)) == 0)
    s->node = xrealloc(s->node, (s->node_count == 0 ? 1 : 2 * s->node_count) * sizeof *s->node);
  struct alarm_saved_node *n = &s->node[s->node_count++];
  *n = (struct alarm_saved_node){.name = xmalloc(name.n + 1), .length = name.n};
  memcpy(n->name, name.p, name.n);
  n->name[name.n] = '\0';
  return n;
}

/* --- writing --------------------------------------------------------------------------------------------- */

/* FNV-1a: detects torn and edited files, but does not protect against deliberate changes. */
static uint64_t checksum(const char *p, size_t n)
{
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < n; i++) sum = (sum ^ (unsigned char)p[i]) * UINT64_C(0x100000001b3);
  return sum;
}

static void print_name(struct buf *out, const char *p, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    const unsigned char b = (unsigned char)p[i];
    if (b > ' ' && b < 0x7f && b != '%') buf_char(out, (char)b);
    else buf_printf(out, "%%%02X", b);
  }
}

static void print_settings(struct buf *out, const struct alarm_settings *set, const struct alarm_key_info *keys,
                           int count)
{
  for (int i = 0; i < count; i++) {
    if ((set->mask & 1u << i) != 0) buf_printf(out, " %s=%" PRIu32, keys[i].name, set->value[i]);
  }
  buf_char(out, '\n');
}

void alarm_saved_print(const struct alarm_saved *s, struct buf *out)
{
  const size_t from = out->n;
  buf_printf(out,
             "ficelle-alarms 1\nsaved us=%" PRIu64 " sequence=%" PRIu32 " sent=%" PRIu64 " dropped=%" PRIu64
             " store=%" PRIu32 " nodes=%d\n",
             s->saved_us, s->sequence, s->sent, s->dropped, s->store, s->nodes_known);
  if (s->changed_us != 0) {
    buf_printf(out, "changed us=%" PRIu64 " uid=%" PRIu32 " user=", s->changed_us, s->changed_uid);
    print_name(out, s->changed_user, strlen(s->changed_user));
    buf_char(out, '\n');
  }
  if (s->control.mask != 0) {
    buf_z(out, "control");
    print_settings(out, &s->control, control_keys, CONTROL_KEYS);
  }
  for (size_t i = 0; i < s->alarm_count; i++) {
    const struct alarm_saved_alarm *a = &s->alarm[i];
    buf_printf(out,
               "alarm %s raised=%d told=%d state=%d since=%" PRIu64 " elapsed=%" PRIu64 " count=%" PRIu64
               " created=%" PRIu64,
               a->name, a->raised, a->told, (int)a->status, a->since_us, a->elapsed_us, a->count, a->created_us);
    print_settings(out, &a->set, alarm_keys, ALARM_KEYS);
  }
  for (size_t i = 0; i < s->node_count; i++) {
    buf_z(out, "node ");
    print_name(out, s->node[i].name, s->node[i].length);
    buf_printf(out, " bad=%u told=%u\n", s->node[i].bad, s->node[i].told);
  }
  buf_printf(out, "sum %016" PRIx64 "\n", checksum(out->p + from, out->n - from));
}

/* --- reading --------------------------------------------------------------------------------------------- */

/* The next word of a line; false at its end. */
static bool next_word(str *line, str *word)
{
  *line = str_trim(*line);
  const size_t n = str_index(*line, ' ', 0);
  *word = str_sub(*line, 0, n);
  *line = n == SIZE_MAX ? STR_EMPTY : str_from(*line, n + 1);
  return word->n > 0;
}

static bool parse_uint(str text, uint64_t most, uint64_t *number)
{
  *number = 0;
  for (size_t i = 0; i < text.n; i++) {
    if (!ascii_is_digit(text.p[i]) || *number > most / 10) return false;
    const uint64_t digit = (uint64_t)(text.p[i] - '0');
    if (*number * 10 > most - digit) return false;
    *number = *number * 10 + digit;
  }
  return text.n > 0;
}

/* The destination of a key's number. */
struct field {
  const char *name;
  uint64_t most;
  uint64_t value;
  bool given;
};

static bool parse_setting(struct alarm_settings *set, const struct alarm_key_info *keys, int count, str name,
                          uint64_t number)
{
  for (int i = 0; i < count; i++) {
    if (!str_eqz(name, keys[i].name)) continue;
    if (number < keys[i].least || number > keys[i].most) return false;
    set->mask |= 1u << i;
    set->value[i] = (uint32_t)number;
    return true;
  }
  return false;
}

/* name=number words to the end of the line; all `fields` must be given, others are settings. */
static bool parse_fields(str line, struct field *fields, size_t n, struct alarm_settings *set,
                         const struct alarm_key_info *keys, int count)
{
  str word;
  while (next_word(&line, &word)) {
    const size_t equals = str_index(word, '=', 0);
    uint64_t number;
    size_t i = 0;
    if (equals == SIZE_MAX || !parse_uint(str_from(word, equals + 1), UINT64_MAX, &number)) return false;
    const str name = str_sub(word, 0, equals);
    while (i < n && !str_eqz(name, fields[i].name)) i++;
    if (i < n) {
      if (number > fields[i].most || fields[i].given) return false;
      fields[i].value = number;
      fields[i].given = true;
    } else if (set == NULL || !parse_setting(set, keys, count, name, number)) {
      return false;
    }
  }
  for (size_t i = 0; i < n; i++) {
    if (!fields[i].given) return false;
  }
  return true;
}

static int hex(char c) { return ascii_is_digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

/* Parses the result of print_name; false when it is too long or invalid. */
static bool parse_name(str word, char *name, size_t size, size_t *length)
{
  *length = 0;
  for (size_t i = 0; i < word.n; i++) {
    int b = (unsigned char)word.p[i];
    if (b == '%') {
      if (i + 2 >= word.n || hex(word.p[i + 1]) < 0 || hex(word.p[i + 2]) < 0) return false;
      b = hex(word.p[i + 1]) * 16 + hex(word.p[i + 2]);
      i += 2;
    }
    if (*length + 1 >= size) return false;
    name[(*length)++] = (char)b;
  }
  name[*length] = '\0';
  return *length > 0;
}

static bool parse_saved_line(struct alarm_saved *s, str line)
{
  struct field f[] = {
    {"us", UINT64_MAX, 0, false},      {"sequence", UINT32_MAX, 0, false},       {"sent", UINT64_MAX, 0, false},
    {"dropped", UINT64_MAX, 0, false}, {"store", ALARM_STORE_CORRUPT, 0, false}, {"nodes", 1, 0, false}};
  if (!parse_fields(line, f, sizeof f / sizeof f[0], NULL, NULL, 0) || f[4].value < ALARM_STORE_OK) return false;
  s->saved_us = f[0].value;
  s->sequence = (uint32_t)f[1].value;
  s->sent = f[2].value;
  s->dropped = f[3].value;
  s->store = (uint32_t)f[4].value;
  s->nodes_known = f[5].value != 0;
  return true;
}

static bool parse_changed(struct alarm_saved *s, str line)
{
  const size_t user = str_find(line, STR(" user="), 0);
  struct field f[] = {{"us", UINT64_MAX, 0, false}, {"uid", UINT32_MAX, 0, false}};
  size_t length;
  if (user == SIZE_MAX || !parse_fields(str_sub(line, 0, user), f, 2, NULL, NULL, 0)) return false;
  s->changed_us = f[0].value;
  s->changed_uid = (uint32_t)f[1].value;
  return parse_name(str_from(line, user + 6), s->changed_user, sizeof s->changed_user, &length) &&
         strlen(s->changed_user) == length;
}

static bool parse_alarm(struct alarm_saved *s, str line)
{
  struct field f[] = {{"raised", 1, 0, false},
                      {"told", 1, 0, false},
                      {"state", ALARM_UNKNOWN, 0, false},
                      {"since", UINT64_MAX, 0, false},
                      {"elapsed", UINT64_MAX, 0, false},
                      {"count", UINT64_MAX, 0, false},
                      {"created", UINT64_MAX, 0, false}};
  struct alarm_settings set = {0};
  char name[ALARM_NAME_MAX + 1];
  str word;
  if (!next_word(&line, &word) || !alarm_name_valid(word) || s->alarm_count >= SAVED_ALARMS_MAX) return false;
  if (!parse_fields(line, f, sizeof f / sizeof f[0], &set, alarm_keys, ALARM_KEYS) || f[2].value < ALARM_CLEARED)
    return false;
  memcpy(name, word.p, word.n);
  name[word.n] = '\0';
  if (alarm_saved_find(s, name) != NULL) return false;
  struct alarm_saved_alarm *a = alarm_saved_get(s, name);
  a->raised = f[0].value != 0;
  a->told = f[1].value != 0;
  a->status = (enum alarm_status)f[2].value;
  a->since_us = f[3].value;
  a->elapsed_us = f[4].value;
  a->count = f[5].value;
  a->created_us = f[6].value;
  a->set = set;
  return true;
}

static bool parse_node(struct alarm_saved *s, str line)
{
  const uint64_t bits = (1u << NODE_BITS) - 1;
  struct field f[] = {{"bad", bits, 0, false}, {"told", bits, 0, false}};
  char name[SAVED_NAME_MAX + 1];
  size_t length;
  str word;
  if (!next_word(&line, &word) || !parse_name(word, name, sizeof name, &length)) return false;
  if (!parse_fields(line, f, 2, NULL, NULL, 0) || s->node_count >= SAVED_NODES_MAX) return false;
  struct alarm_saved_node *n = alarm_saved_add_node(s, str_n(name, length));
  n->bad = (unsigned)f[0].value;
  n->told = (unsigned)f[1].value;
  return true;
}

static bool parse_line(struct alarm_saved *s, str line, bool *saved)
{
  str word;
  if (!next_word(&line, &word)) return false;
  if (str_eqz(word, "saved")) {
    if (*saved) return false;
    *saved = true;
    return parse_saved_line(s, line);
  }
  if (str_eqz(word, "changed")) return s->changed_us == 0 && parse_changed(s, line);
  if (str_eqz(word, "control"))
    return s->control.mask == 0 && parse_fields(line, NULL, 0, &s->control, control_keys, CONTROL_KEYS);
  if (str_eqz(word, "alarm")) return parse_alarm(s, line);
  if (str_eqz(word, "node")) return parse_node(s, line);
  return false;
}

static bool parse_lines(struct alarm_saved *s, str text, struct buf *why)
{
  bool saved = false;
  for (unsigned number = 1; text.n > 0; number++) {
    const size_t n = str_index(text, '\n', 0);
    const str line = str_sub(text, 0, n);
    text = str_from(text, n + 1);
    const bool good = number == 1 ? str_eqz(line, "ficelle-alarms 1") : parse_line(s, line, &saved);
    if (good) continue;
    buf_printf(why, number == 1 ? "line %u: not of version 1" : "line %u: not readable", number);
    return false;
  }
  if (!saved) buf_z(why, "line 2: expected \"saved\"");
  return saved;
}

bool alarm_saved_parse(struct alarm_saved *s, str text, struct buf *why)
{
  enum { SUM_LINE = 21 }; /* "sum 0123456789abcdef\n" */
  char sum[SUM_LINE + 1];
  const size_t n = text.n < SUM_LINE ? 0 : text.n - SUM_LINE;
  snprintf(sum, sizeof sum, "sum %016" PRIx64 "\n", checksum(text.p, n));
  bool good = false;
  if (n == 0 || text.p[n - 1] != '\n' || memcmp(text.p + n, sum, SUM_LINE) != 0)
    buf_z(why, "the checksum at its end is missing or wrong");
  else good = parse_lines(s, str_sub(text, 0, n), why);
  if (!good) alarm_saved_free(s);
  return good;
}

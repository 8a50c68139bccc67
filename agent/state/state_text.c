/* The text of state.yaml. Nearly all its entries have one form, which both ficelle and Puppet write:
 *
 *   File[/etc/motd]:
 *     :checked: 2026-11-22 19:00:57.182461960 +00:00
 *     :synced: 2026-11-20 08:11:02.000000000 +00:00
 *
 * These entries are read and written here: with libyaml, ten thousand of them would take longer than the rest of a run
 * without changes. libyaml reads and writes single entries of another form (a quoted title, an audited value), and
 * whole texts that do not consist of such entries. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "agent/state/state.h"

/* libyaml writes a longer key as "? key". */
enum { MAX_PLAIN_KEY = 128, TIME_BYTES = 36 };

/* --- times --- */

/* "2026-11-22 19:00:57.182461960 +00:00", also with "Z" and without a fraction. */
static bool read_time(str s, value *out)
{
  struct tm tm = {0};
  char text[64];
  int sign = 1, hours = 0, minutes = 0;
  if (s.n < 19 || s.n >= sizeof text) return false;
  memcpy(text, s.p, s.n);
  text[s.n] = '\0';
  const char *at = strptime(text, "%Y-%m-%d %H:%M:%S", &tm);
  if (at == NULL) return false;
  uint32_t nanos = 0, scale = 100000000;
  if (*at == '.') {
    for (at++; ascii_is_digit((unsigned char)*at); at++, scale /= 10) nanos += (uint32_t)(*at - '0') * scale;
  }
  while (*at == ' ') at++;
  if (*at == '+' || *at == '-') {
    if (*at == '-') sign = -1;
    if (sscanf(at + 1, "%2d:%2d", &hours, &minutes) < 1) return false;
  }
  *out = (value){
    .kind = V_TIMESTAMP, .length = nanos, .integer = (int64_t)timegm(&tm) - sign * (hours * 3600 + minutes * 60)};
  return true;
}

/* Converts the texts that are times of the run. Those of audited attributes stay texts: they are quoted in the file. */
static void read_times(struct hash *h)
{
  for (uint32_t i = 0; i < h->n; i++) {
    const struct hash_entry *e = &h->entries[i];
    value time;
    const bool ours = e->key.kind == V_STRING &&
                      (str_eqz(value_text(e->key), "checked") || str_eqz(value_text(e->key), "synced"));
    if (ours && e->value.kind == V_STRING && read_time(value_text(e->value), &time)) h->entries[i].value = time;
  }
}

/* The number of n digits; -1: not digits. */
static int32_t number(const char *p, int n)
{
  int32_t all = 0;
  for (int i = 0; i < n; i++) {
    if (!ascii_is_digit((unsigned char)p[i])) return -1;
    all = all * 10 + (p[i] - '0');
  }
  return all;
}

/* Days since 1970-01-01 in the Gregorian calendar. Years begin in March, so that the leap day is the last day. */
static int64_t days_since_1970(int32_t year, int32_t month, int32_t day)
{
  const int64_t y = year - (month <= 2);
  const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return y * 365 + y / 4 - y / 100 + y / 400 + of_year - 719468;
}

/* Reads a time of exactly the form that we write. */
static bool read_usual_time(const char *p, value *out)
{
  static const char form[] = "dddd-dd-dd dd:dd:dd.ddddddddd sdd:dd";
  const int32_t year = number(p, 4), month = number(p + 5, 2), day = number(p + 8, 2), hour = number(p + 11, 2);
  const int32_t minute = number(p + 14, 2), second = number(p + 17, 2), nanos = number(p + 20, 9);
  const int32_t zone = number(p + 31, 2), minutes = number(p + 34, 2);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 28 + 3 || hour < 0 || hour > 23 || minute < 0 ||
      minute > 59 || second < 0 || second > 59 || nanos < 0 || zone < 0 || minutes < 0 ||
      (p[30] != '+' && p[30] != '-')) {
    return false;
  }
  for (int i = 0; i < TIME_BYTES; i++) {
    if (form[i] != 'd' && form[i] != 's' && form[i] != p[i]) return false;
  }
  const int64_t offset = (zone * 60 + minutes) * (p[30] == '-' ? -60 : 60);
  *out = (value){.kind = V_TIMESTAMP,
                 .length = (uint32_t)nanos,
                 .integer = days_since_1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset};
  return true;
}

/* The last second that was printed: there are few different ones, as a run checks all resources within some seconds. */
struct shown {
  int64_t second;
  char day[24], zone[8]; /* "2026-11-22 19:00:57", "+00:00" */
};

struct clock_face {
  struct shown kept[64];
};

static const struct shown *show(struct clock_face *face, int64_t second)
{
  struct shown *s = &face->kept[(uint64_t)second * 0x9E3779B97F4A7C15u >> 58];
  if (s->day[0] != '\0' && s->second == second) return s;
  const time_t seconds = (time_t)second;
  struct tm tm;
  localtime_r(&seconds, &tm);
  s->second = second;
  if (strftime(s->day, sizeof s->day, "%Y-%m-%d %H:%M:%S", &tm) == 0) s->day[0] = '\0';
  strftime(s->zone, sizeof s->zone, "%z", &tm);
  memmove(s->zone + 4, s->zone + 3, 3);
  s->zone[3] = ':';
  return s;
}

static void put_time(struct buf *out, const struct shown *s, uint32_t nanos)
{
  char fraction[11] = ".000000000";
  for (int i = 9; i > 0; i--, nanos /= 10) fraction[i] = (char)('0' + nanos % 10);
  buf_z(out, s->day);
  buf_append(out, fraction, 10);
  buf_char(out, ' ');
  buf_z(out, s->zone);
}

/* --- entries of the usual form --- */

/* Whether a reference can be a YAML key without quotes. */
static bool plain_key(str s)
{
  if (s.n == 0 || s.n > MAX_PLAIN_KEY || !ascii_is_upper((unsigned char)s.p[0])) return false;
  if (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == ':') return false;
  for (size_t i = 0; i < s.n; i++) {
    const unsigned char c = (unsigned char)s.p[i];
    if (c < ' ' || c > '~' || (c == ' ' && s.p[i + 1] == '#') || (c == ':' && s.p[i + 1] == ' ')) return false;
  }
  return str_index(s, '[', 0) != SIZE_MAX; /* a single word could be a number, a boolean or null */
}

static bool plain_name(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_lower((unsigned char)s.p[i]) && s.p[i] != '_') return false;
  }
  return s.n > 0;
}

static str line_at(str text, size_t at)
{
  const size_t end = str_index(text, '\n', at);
  return str_sub(text, at, end == SIZE_MAX ? SIZE_MAX : end - at);
}

/* Reads "  :checked: TIME" into `own`. */
static bool read_line(struct agent_state *s, str line, struct hash *own)
{
  const size_t colon = str_index(line, ':', 3);
  value time;
  if (line.n < 3 || colon == SIZE_MAX || line.n != colon + 2 + TIME_BYTES || line.p[colon + 1] != ' ' ||
      memcmp(line.p, "  :", 3) != 0) {
    return false;
  }
  const str name = str_sub(line, 3, colon - 3);
  if (!plain_name(name) || !read_usual_time(line.p + colon + 2, &time)) return false;
  hash_put_str(own, s->arena, name, time);
  return true;
}

/* Reads an entry, given by its lines. False: it has another form, and nothing was changed. */
static bool read_usual(struct agent_state *s, str text)
{
  const str first = line_at(text, 0);
  if (first.n < 2 || first.p[first.n - 1] != ':') return false;
  const str ref = str_sub(first, 0, first.n - 1);
  if (!plain_key(ref)) return false;
  struct hash *own = hash_new(s->arena, 2);
  for (size_t at = first.n + 1; at < text.n;) {
    const str line = line_at(text, at);
    if (!read_line(s, line, own)) return false;
    at += line.n + 1;
  }
  if (own->n == 0) return false;
  hash_put_str(s->resources, s->arena, ref, value_hash(own));
  return true;
}

/* --- a whole text --- */

static void take_hash(struct agent_state *s, const struct hash *data)
{
  for (uint32_t i = 0; i < data->n; i++) {
    const struct hash_entry *e = &data->entries[i];
    if (e->key.kind != V_STRING || e->value.kind != V_HASH) continue;
    /* Not const in fact: it was made from the file's text, and nobody else uses it. */
    struct hash *own = (struct hash *)e->value.hash;
    read_times(own);
    hash_put(s->resources, s->arena, e->key, value_hash(own));
  }
}

/* Reads an entry of another form. False: the whole text must be read, since the entry refers to another part of it or
 * is invalid. */
static bool read_other(struct agent_state *s, str text, str name)
{
  value data = VALUE_UNDEF;
  str error;
  if (!value_read_yaml_state(s->arena, text, name, &data, &error) || data.kind != V_HASH || data.hash->n != 1)
    return false;
  take_hash(s, data.hash);
  return true;
}

/* An entry ends before the next line that can begin a key; after "? KEY" a line with ":" continues the entry. */
static size_t entry_end(str text, size_t at)
{
  for (at += line_at(text, at).n + 1; at < text.n && (text.p[at] == ' ' || text.p[at] == ':');)
    at += line_at(text, at).n + 1;
  return at < text.n ? at : text.n;
}

static bool read_entries(struct agent_state *s, str text, str name)
{
  static const char head[] = "---\n";
  const size_t begin = sizeof head - 1;
  if (text.n <= begin || memcmp(text.p, head, begin) != 0 || text.p[text.n - 1] != '\n') return false;
  for (size_t at = begin; at < text.n;) {
    const unsigned char first = (unsigned char)text.p[at];
    const size_t end = entry_end(text, at);
    const str entry = str_sub(text, at, end - at);
    if (!ascii_is_upper(first) && first != '"' && first != '\'' && first != '?') return false;
    if (!read_usual(s, entry) && !read_other(s, entry, name)) return false;
    at = end;
  }
  return true;
}

bool state_parse(struct agent_state *s, str text, str name, bool *is_state, str *error)
{
  value data = VALUE_UNDEF;
  s->resources = hash_new(s->arena, (uint32_t)(text.n / 96) + 16);
  *is_state = true;
  if (read_entries(s, text, name)) return true;
  s->resources = hash_new(s->arena, 16);
  if (!value_read_yaml_state(s->arena, text, name, &data, error)) return false;
  *is_state = data.kind == V_HASH;
  if (*is_state) take_hash(s, data.hash);
  return true;
}

/* --- writing --- */

/* False: the entry has another form. */
static bool write_usual(struct buf *out, struct clock_face *face, str ref, const struct hash *own)
{
  if (own->n == 0 || !plain_key(ref)) return false;
  for (uint32_t i = 0; i < own->n; i++) {
    const struct hash_entry *e = &own->entries[i];
    if (e->key.kind != V_STRING || !plain_name(value_text(e->key)) || e->value.kind != V_TIMESTAMP) return false;
    if (strlen(show(face, e->value.integer)->day) != 19) return false; /* a year with five digits */
  }
  buf_str(out, ref);
  buf_append(out, ":\n", 2);
  for (uint32_t i = 0; i < own->n; i++) {
    const struct hash_entry *e = &own->entries[i];
    buf_append(out, "  :", 3);
    buf_str(out, value_text(e->key));
    buf_append(out, ": ", 2);
    put_time(out, show(face, e->value.integer), e->value.length);
    buf_char(out, '\n');
  }
  return true;
}

/* Names are written as symbols. */
static bool write_other(struct agent_state *s, struct buf *out, value ref, const struct hash *own)
{
  struct hash *entry = hash_new(s->arena, 1), *shown = hash_new(s->arena, own->n);
  struct buf text = BUF_IN(s->arena);
  for (uint32_t i = 0; i < own->n; i++) {
    value key = own->entries[i].key;
    if (key.kind == V_STRING) key = value_runtime_symbol(s->arena, value_text(key));
    hash_put(shown, s->arena, key, own->entries[i].value);
  }
  hash_put(entry, s->arena, ref, value_hash(shown));
  if (!value_write_yaml_state(s->arena, &text, value_hash(entry))) return false;
  buf_str(out, str_from(buf_view(&text), sizeof "---\n" - 1));
  return true;
}

bool state_text(struct agent_state *s, int64_t ttl, int64_t now, struct buf *out)
{
  struct clock_face face = {0};
  const size_t begin = out->n;
  buf_z(out, "---\n");
  for (uint32_t i = 0; i < s->resources->n; i++) {
    const struct hash_entry *e = &s->resources->entries[i];
    const int64_t checked = state_last_checked(s, value_text(e->key));
    if (ttl > 0 && ttl != INT64_MAX && checked > 0 && checked < now - ttl) continue;
    if (!write_usual(out, &face, value_text(e->key), e->value.hash) && !write_other(s, out, e->key, e->value.hash))
      return false;
  }
  if (out->n == begin + 4) {
    out->n = begin;
    buf_z(out, "--- {}\n");
  }
  return true;
}

/* Log events as text: the formats of the console, of files, of syslog, of JSON and of the journal. A line is built in a
 * fixed buffer that moves to the heap when needed; without memory, the line is truncated with a mark but still valid.
 * Control characters are escaped, since messages contain foreign names and values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log_internal.h"
#include "base/utf8.h"

static const char cut_mark[] = "...[truncated]";

void log__line_init(struct log_line *line)
{
  line->data = line->fixed;
  line->len = 0;
  line->size = sizeof line->fixed;
  line->cut = false;
}

void log__line_free(struct log_line *line)
{
  if (line->data != line->fixed) free(line->data);
}

static bool grow(struct log_line *line, size_t need)
{
  if (need > SIZE_MAX / 2) return false;
  size_t size = line->size * 2;
  while (size < need) size *= 2;
  char *data = line->data == line->fixed ? malloc(size) : realloc(line->data, size);
  if (!data) return false;
  if (line->data == line->fixed) memcpy(data, line->fixed, line->len);
  line->data = data;
  line->size = size;
  return true;
}

static void log__put(struct log_line *line, const char *data, size_t len)
{
  /* Reserves space for the mark, a closing quote or brace and the newline, so that a truncated line is still one
   * line. */
  size_t reserve = sizeof cut_mark + 4;
  if (line->cut) {
    /* After the mark only the end of the line is appended. */
    if (len <= 2 && line->len + len <= line->size) memcpy(line->data + line->len, data, len), line->len += len;
    return;
  }
  if (len > SIZE_MAX / 2 || (line->len + len + reserve > line->size && !grow(line, line->len + len + reserve))) {
    memcpy(line->data + line->len, cut_mark, sizeof cut_mark - 1);
    line->len += sizeof cut_mark - 1;
    line->cut = true;
    return;
  }
  memcpy(line->data + line->len, data, len);
  line->len += len;
}

void log__puts(struct log_line *line, const char *text) { log__put(line, text, strlen(text)); }

enum escape_style { ESCAPE_TEXT, ESCAPE_QUOTED, ESCAPE_JSON };

/* Appends a byte that must be escaped. */
static void put_escape(struct log_line *line, unsigned char c, enum escape_style style, bool valid)
{
  char text[16];
  switch (c) {
  case '\n': log__puts(line, "\\n"); return;
  case '\r': log__puts(line, "\\r"); return;
  case '\t': log__puts(line, "\\t"); return;
  case '"': log__puts(line, "\\\""); return;
  case '\\': log__puts(line, "\\\\"); return;
  }
  if (style != ESCAPE_JSON) snprintf(text, sizeof text, "\\x%02x", c);
  else if (valid) snprintf(text, sizeof text, "\\u%04x", c);
  else snprintf(text, sizeof text, "\\\\x%02x", c); /* invalid in JSON: written as the text \xNN */
  log__puts(line, text);
}

/* Characters that change the direction of text or end a line, so that a terminal would not show the real text. */
static bool turns_text(uint32_t cp)
{
  return cp == 0x61c || cp == 0x200e || cp == 0x200f || (cp >= 0x2028 && cp <= 0x202e) ||
         (cp >= 0x2066 && cp <= 0x2069);
}

static void put_turn(struct log_line *line, uint32_t cp)
{
  char text[16];
  snprintf(text, sizeof text, "\\u%04x", (unsigned)cp);
  log__puts(line, text);
}

/* Copies text, without characters that change its direction. */
static void put_shown(struct log_line *line, const char *data, size_t len)
{
  size_t start = 0;
  for (size_t i = 0; i < len;) {
    uint32_t cp = 0;
    const size_t n = (unsigned char)data[i] < 0x80 ? 1 : utf8_decode(str_n(data, len), i, &cp);
    if (n > 1 && turns_text(cp)) {
      log__put(line, data + start, i - start);
      put_turn(line, cp);
      start = i + n;
    }
    i += n > 0 ? n : 1;
  }
  log__put(line, data + start, len - start);
}

static void put_escaped(struct log_line *line, const char *data, size_t len, enum escape_style style)
{
  const unsigned char *p = (const unsigned char *)data;
  size_t start = 0;
  for (size_t i = 0; i < len;) {
    uint32_t cp = 0;
    size_t n = utf8_decode(str_n(data, len), i, &cp);
    /* The C1 controls (U+0080 to U+009F) can control a terminal as well. */
    bool control = n > 0 && (cp < 0x20 || (cp >= 0x7f && cp < 0xa0));
    bool quote = style != ESCAPE_TEXT && n == 1 && (p[i] == '"' || p[i] == '\\');
    const bool turns = n > 1 && turns_text(cp);
    if (n > 0 && !control && !quote && !turns) {
      i += n;
      continue;
    }
    log__put(line, data + start, i - start);
    if (turns) put_turn(line, cp);
    else put_escape(line, n > 0 ? (unsigned char)cp : p[i], style, n > 0);
    i += n > 0 ? n : 1;
    start = i;
  }
  log__put(line, data + start, len - start);
}

/* Appends the bytes with control characters and invalid UTF-8 escaped as \n, \t, \x1b. */
static void log__put_escaped(struct log_line *line, const char *data, size_t len)
{
  put_escaped(line, data, len, ESCAPE_TEXT);
}

static void log__put_json(struct log_line *line, const char *data, size_t len)
{
  log__put(line, "\"", 1);
  put_escaped(line, data, len, ESCAPE_JSON);
  log__put(line, "\"", 1);
}

/* Appends a value of key=value: bare if it is a plain word, otherwise in quotes with escapes. */
static void log__put_value(struct log_line *line, const char *data, size_t len)
{
  bool bare = len > 0;
  for (size_t i = 0; i < len && bare; i++) {
    unsigned char c = (unsigned char)data[i];
    bare = c > ' ' && c < 0x7f && c != '"' && c != '\\' && c != '=';
  }
  if (bare) {
    log__put(line, data, len);
    return;
  }
  log__put(line, "\"", 1);
  put_escaped(line, data, len, ESCAPE_QUOTED);
  log__put(line, "\"", 1);
}

static const char *source_of(const struct log_event *e) { return e->source ? e->source : "Puppet"; }

/* Like Ruby's puts, which Puppet uses, adds a line end unless there is one. */
static void end_line(struct log_line *line)
{
  if (line->len == 0 || line->data[line->len - 1] != '\n') log__put(line, "\n", 1);
}

void log__format_console(struct log_line *line, const struct log_event *e, const char *begin, const char *end,
                         bool colors)
{
  log__puts(line, begin);
  log__puts(line, log__levels[e->level].label);
  log__puts(line, ": ");
  if (e->source && strcmp(e->source, "Puppet") != 0) {
    put_shown(line, e->source, strlen(e->source));
    log__puts(line, ": ");
  }
  put_shown(line, e->message, e->message_len);
  if (e->hint) {
    log__puts(line, " [");
    if (e->code) {
      log__puts(line, e->code);
      log__puts(line, ": ");
    }
    log__puts(line, e->hint);
    log__puts(line, "]");
  }
  log__puts(line, end);
  /* With colors, which are Puppet's default even on a pipe, the line ends in the code that resets them, so a message
   * that ends in a newline is followed by an empty line. */
  if (colors) log__put(line, "\n", 1);
  else end_line(line);
}

static void put_pair(struct log_line *line, const char *key, const char *value)
{
  if (line->len > 0) log__put(line, " ", 1);
  log__puts(line, key);
  log__put(line, "=", 1);
  log__put_value(line, value, strlen(value));
}

static void put_number(struct log_line *line, const char *before, unsigned n)
{
  char text[48];
  snprintf(text, sizeof text, "%s%u", before, n);
  log__puts(line, text);
}

/* Appends the members at the end of each key=value format. */
static void put_context(struct log_line *line, const struct log_event *e)
{
  put_pair(line, "category", e->category->name);
  if (e->code) put_pair(line, "code", e->code);
  if (e->hint) put_pair(line, "hint", e->hint);
  if (e->file) put_pair(line, "file", e->file);
  if (e->line) put_number(line, " line=", e->line);
  if (e->pos) put_number(line, " pos=", e->pos);
  for (size_t i = 0; i < log__context.n; i++)
    put_pair(line, log__context.entries[i].key, log__context.entries[i].value);
}

/* Appends 2026-11-20T16:22:43.443733771+00:00, as in Puppet's JSON. */
static void put_iso_time(struct log_line *line, const struct timespec *now)
{
  char day[32], zone[8], text[64];
  struct tm tm;
  localtime_r(&now->tv_sec, &tm);
  strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &tm);
  strftime(zone, sizeof zone, "%z", &tm);
  snprintf(text, sizeof text, "%s.%09ld%.3s:%s", day, now->tv_nsec, zone, zone + 3);
  log__puts(line, text);
}

void log__format_keyvalue(struct log_line *line, const struct log_event *e, const struct timespec *now)
{
  log__puts(line, "time=");
  put_iso_time(line, now);
  put_pair(line, "level", log_level_name(e->level));
  log__puts(line, " message=");
  log__put_value(line, e->message, e->message_len);
  if (e->source) put_pair(line, "source", e->source);
  put_context(line, e);
  log__put(line, "\n", 1);
}

void log__format_file(struct log_line *line, const struct log_event *e, const struct timespec *now)
{
  char text[64];
  struct tm tm;
  localtime_r(&now->tv_sec, &tm);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z ", &tm);
  log__puts(line, text);
  log__put_escaped(line, source_of(e), strlen(source_of(e)));
  log__puts(line, " (");
  log__puts(line, log_level_name(e->level));
  log__puts(line, "): ");
  if (log__plain) {
    put_shown(line, e->message, e->message_len); /* as in Puppet, lines of a message are lines of the file */
  } else {
    log__put_escaped(line, e->message, e->message_len);
    put_context(line, e);
  }
  end_line(line);
}

void log__format_syslog(struct log_line *line, const struct log_event *e)
{
  if (e->source && strcmp(e->source, "Puppet") != 0) {
    log__put(line, "(", 1);
    log__put_escaped(line, e->source, strlen(e->source));
    log__puts(line, ") ");
  }
  log__put_escaped(line, e->message, e->message_len);
  if (!log__plain) put_context(line, e);
}

static void put_json_pair(struct log_line *line, const char *key, const char *value)
{
  log__puts(line, ",\"");
  log__put_escaped(line, key, strlen(key));
  log__puts(line, "\":");
  log__put_json(line, value, strlen(value));
}

void log__format_json(struct log_line *line, const struct log_event *e, const struct timespec *now)
{
  log__puts(line, "{\"level\":\"");
  log__puts(line, log_level_name(e->level));
  log__puts(line, "\",\"message\":");
  log__put_json(line, e->message, e->message_len);
  put_json_pair(line, "source", source_of(e));
  log__puts(line, ",\"tags\":[\"");
  log__puts(line, log_level_name(e->level));
  log__put(line, "\"", 1);
  for (const char *const *tag = e->tags; tag && *tag; tag++) {
    log__put(line, ",", 1);
    log__put_json(line, *tag, strlen(*tag));
  }
  log__puts(line, "],\"time\":\"");
  put_iso_time(line, now);
  log__put(line, "\"", 1);
  if (e->file) put_json_pair(line, "file", e->file);
  if (e->line) put_number(line, ",\"line\":", e->line);
  if (e->pos) put_number(line, ",\"pos\":", e->pos);
  if (e->code) put_json_pair(line, "issue_code", e->code);
  if (e->hint) put_json_pair(line, "hint", e->hint);
  if (!log__plain) put_json_pair(line, "category", e->category->name);
  for (size_t i = 0; i < log__context.n && !log__plain; i++)
    put_json_pair(line, log__context.entries[i].key, log__context.entries[i].value);
  log__put(line, "}\n", 2);
}

/* Appends a field of the journal. The binary form can contain any byte, so it is used for values with a newline. */
static void put_field(struct log_line *line, const char *name, const char *value, size_t len)
{
  log__puts(line, name);
  if (!memchr(value, '\n', len)) {
    log__put(line, "=", 1);
  } else {
    unsigned char length[8];
    for (int i = 0; i < 8; i++) length[i] = (unsigned char)((uint64_t)len >> (8 * i));
    log__put(line, "\n", 1);
    log__put(line, (const char *)length, sizeof length);
  }
  log__put(line, value, len);
  log__put(line, "\n", 1);
}

static void put_field_text(struct log_line *line, const char *name, const char *value)
{
  if (value) put_field(line, name, value, strlen(value));
}

/* Context keys become FICELLE_NODE and so on; journald only accepts A-Z, 0-9 and _. */
static void put_context_field(struct log_line *line, const struct log_context_entry *entry)
{
  char name[48] = "FICELLE_";
  size_t n = strlen(name);
  for (const char *p = entry->key; *p && n + 1 < sizeof name; p++) {
    char c = *p;
    name[n++] = ascii_is_word(c) ? (char)ascii_upper(c) : '_';
  }
  name[n] = '\0';
  put_field_text(line, name, entry->value);
}

void log__format_journal(struct log_line *line, const struct log_event *e, const char *ident)
{
  char number[32];
  snprintf(number, sizeof number, "%d", log__levels[e->level].priority);
  put_field_text(line, "PRIORITY", number);
  put_field_text(line, "SYSLOG_IDENTIFIER", ident);
  snprintf(number, sizeof number, "%ld", (long)getpid());
  put_field_text(line, "SYSLOG_PID", number);
  struct log_line message;
  log__line_init(&message);
  log__put_escaped(&message, e->message, e->message_len);
  put_field(line, "MESSAGE", message.data, message.len);
  log__line_free(&message);
  put_field_text(line, "FICELLE_CATEGORY", e->category->name);
  put_field_text(line, "FICELLE_SOURCE", e->source);
  put_field_text(line, "FICELLE_CODE", e->code);
  put_field_text(line, "FICELLE_HINT", e->hint);
  put_field_text(line, "FICELLE_FILE", e->file);
  if (e->line) {
    snprintf(number, sizeof number, "%u", e->line);
    put_field_text(line, "FICELLE_LINE", number);
  }
  for (size_t i = 0; i < log__context.n; i++) put_context_field(line, &log__context.entries[i]);
}

/* The spool: one file per command, named by time, command and node. */
#include "indirector/puppetdb/spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json_write.h"
#include "indirector/wire/wire_internal.h"

enum { MAX_NAME = 200, MAX_COMMAND = 256 << 20, COMMAND_MODE = 0640 };

/* --- names --- */

/* Writes bytes with a meaning in file names as %XX. */
static void append_certname(struct buf *out, str certname)
{
  for (size_t i = 0; i < certname.n; i++) {
    const unsigned char c = (unsigned char)certname.p[i];
    if (ascii_is_word(c) || c == '-' || (c == '.' && i > 0)) buf_char(out, (char)c);
    else buf_printf(out, "%%%02X", c);
  }
}

static bool make_name(struct arena *a, const struct spool_command *c, str *name, str *error)
{
  static unsigned number;
  const struct timespec t = clock_time(CLOCK_REALTIME);
  struct buf out = BUF_IN(a);
  buf_printf(&out, "%011lld%09ld-%d-%u+%s+", (long long)t.tv_sec, t.tv_nsec, (int)getpid(), ++number,
             wire_name(c->kind));
  append_certname(&out, c->certname);
  if (out.n > MAX_NAME) {
    *error = arena_printf(a, "The name of the node '%.*s' is too long for the spool", STR_FMT(c->certname));
    return false;
  }
  *name = buf_view(&out);
  return true;
}

/* Files of commands: the name begins with a digit and has two plus signs. */
static bool is_command(str name)
{
  const size_t first = str_index(name, '+', 0);
  return name.n > 0 && ascii_is_digit((unsigned char)name.p[0]) && first != SIZE_MAX &&
         str_index(name, '+', first + 1) != SIZE_MAX && !str_ends(name, STR(".broken"));
}

static str behind_plus(str name) { return str_from(name, str_index(name, '+', 0) + 1); }

static str node_of(str name)
{
  const str rest = behind_plus(name);
  return str_from(rest, str_index(rest, '+', 0) + 1);
}

/* --- the directory --- */

struct entry {
  str name;
  int64_t bytes, seconds;
};
struct listing {
  struct entry *all;
  uint32_t n, cap;
  int64_t bytes;
};

static str path_of(const struct spool *s, struct arena *a, str name)
{
  return arena_printf(a, "%.*s/%.*s", STR_FMT(s->directory), STR_FMT(name));
}

static int by_name(const void *x, const void *y)
{
  const struct entry *a = x, *b = y;
  return str_cmp(a->name, b->name);
}

static void list_entry(struct listing *l, struct arena *a, int directory, const char *name)
{
  struct stat st;
  if (!is_command(str_of(name)) || fstatat(directory, name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode))
    return;
  ARENA_ROOM(a, l->all, l->n, l->cap, 64);
  l->all[l->n++] = (struct entry){arena_str(a, str_of(name)), st.st_size, st.st_mtim.tv_sec};
  l->bytes += st.st_size;
}

/* Lists the commands, oldest first. */
static struct listing list(const struct spool *s, struct arena *a)
{
  struct listing l = {0};
  DIR *d = opendir(arena_strz(a, s->directory));
  if (d == NULL) return l;
  for (const struct dirent *e; (e = readdir(d)) != NULL;) list_entry(&l, a, dirfd(d), e->d_name);
  closedir(d);
  if (l.n > 0) qsort(l.all, l.n, sizeof *l.all, by_name);
  return l;
}

/* -1 if the lock cannot be taken; with `wait` errno has the reason. */
static int lock(const struct spool *s, struct arena *a, const char *name, bool wait)
{
  char *path = arena_strz(a, path_of(s, a, str_of(name)));
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, COMMAND_MODE);
  if (fd < 0 && errno == ENOENT && wait && file_make_parents(path))
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, COMMAND_MODE);
  if (fd < 0) return -1;
  int locked;
  while ((locked = flock(fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB)) != 0 && errno == EINTR) {
  }
  if (locked == 0) return fd;
  close(fd);
  return -1;
}

struct spool_depth spool_depth(const struct spool *s)
{
  struct arena *a = arena_new();
  const struct listing l = list(s, a);
  const struct spool_depth depth = {l.n, l.bytes, l.n > 0 ? l.all[0].seconds : 0};
  arena_free(a);
  return depth;
}

/* --- adding --- */

static str whole_text(struct arena *a, const struct spool_command *c)
{
  struct buf out = BUF_IN(a);
  struct json_writer w;
  json_init(&w, &out, false);
  json_begin_object(&w);
  json_kstr(&w, STR("command"), str_of(wire_name(c->kind)));
  json_kint(&w, STR("version"), c->version);
  json_kstr(&w, STR("certname"), c->certname);
  json_kstr(&w, STR("producer_timestamp"), c->timestamp);
  json_end_object(&w);
  buf_char(&out, '\n');
  buf_str(&out, c->payload); /* a copy, but only of commands that could not be sent */
  return buf_view(&out);
}

struct room {
  const struct spool *spool;
  struct arena *arena;
  struct listing listing;
};

static bool take_away(struct room *r, uint32_t i)
{
  struct entry *e = &r->listing.all[i];
  if (e->name.n == 0 || unlink(arena_strz(r->arena, path_of(r->spool, r->arena, e->name))) != 0) return false;
  r->listing.bytes -= e->bytes;
  e->name.n = 0;
  return true;
}

/* Removes facts or catalogs that the new ones replace: the same command of the same node. */
static uint32_t take_away_old(struct room *r, const struct spool_command *c, str name)
{
  uint32_t gone = 0;
  if (c->kind == WIRE_STORE_REPORT) return 0;
  for (uint32_t i = 0; i < r->listing.n; i++) {
    const str other = r->listing.all[i].name;
    if (str_cmp(other, name) < 0 && str_eq(behind_plus(other), behind_plus(name))) gone += take_away(r, i);
  }
  return gone;
}

/* Removes commands until the new one fits. Returns their number. */
static uint32_t make_room(struct room *r, str name, int64_t bytes)
{
  uint32_t dropped = 0;
  for (int any = 0; any < 2; any++) {
    for (uint32_t i = 0; i < r->listing.n && r->listing.bytes + bytes > r->spool->limit; i++) {
      if (any || str_eq(node_of(r->listing.all[i].name), node_of(name))) dropped += take_away(r, i);
    }
  }
  return dropped;
}

bool spool_put(const struct spool *s, struct arena *a, const struct spool_command *c, struct spool_gone *gone,
               str *error)
{
  struct room r = {.spool = s, .arena = a};
  str name;
  *gone = (struct spool_gone){0};
  if (!make_name(a, c, &name, error)) return false;
  const str text = whole_text(a, c);
  if ((int64_t)text.n > s->limit || text.n > MAX_COMMAND) {
    *error = arena_printf(a, "A command of %zu bytes is too large for the spool", text.n);
    return false;
  }
  const int fd = lock(s, a, ".lock", true);
  if (fd < 0) {
    *error = arena_printf(a, "%.*s: %s", STR_FMT(s->directory), strerror(errno));
    return false;
  }
  r.listing = list(s, a);
  gone->outdated = take_away_old(&r, c, name);
  gone->for_room = make_room(&r, name, (int64_t)text.n);
  const bool ok = file_replace(a, path_of(s, a, name), text, COMMAND_MODE, error);
  close(fd);
  return ok;
}

uint32_t spool_forget_old(const struct spool *s, const struct spool_command *c)
{
  struct arena *a = arena_new();
  struct room r = {.spool = s, .arena = a};
  str name, error;
  r.listing = list(s, a);
  const uint32_t gone = r.listing.n > 0 && make_name(a, c, &name, &error) ? take_away_old(&r, c, name) : 0;
  arena_free(a);
  return gone;
}

/* --- sending --- */

static bool read_header(struct arena *a, str line, struct spool_command *out)
{
  value v;
  str why;
  if (!value_read_json(a, line, &v, &why)) return false;
  const value command = value_member(v, "command"), version = value_member(v, "version"),
              certname = value_member(v, "certname"), timestamp = value_member(v, "producer_timestamp");
  if (command.kind != V_STRING || version.kind != V_INT || certname.kind != V_STRING || timestamp.kind != V_STRING)
    return false;
  *out = (struct spool_command){wire_kind_named(value_text(command)), (int)version.integer, value_text(certname),
                                value_text(timestamp), STR_EMPTY};
  return out->kind != WIRE_KIND_COUNT && out->version > 0 && out->version == version.integer && out->certname.n > 0;
}

bool spool_read(struct arena *a, str text, struct spool_command *out, str *error)
{
  const size_t end = str_index(text, '\n', 0);
  if (end == SIZE_MAX || !read_header(a, str_sub(text, 0, end), out)) {
    *error = STR("its first line is not the header of a command");
    return false;
  }
  out->payload = str_from(text, end + 1);
  if (out->payload.n >= 2 && out->payload.p[0] == '{' && out->payload.p[out->payload.n - 1] == '}') return true;
  *error = STR("it has no payload");
  return false;
}

struct sending {
  const struct spool *spool;
  enum spool_sent (*send)(void *ctx, struct arena *a, const struct spool_command *c);
  void (*broken)(void *ctx, str file, str why);
  void *ctx;
};

/* False if no PuppetDB is reachable. *sent is incremented. */
static bool send_one(const struct sending *x, str name, uint32_t *sent)
{
  struct arena *a = arena_new();
  struct spool_command c;
  str why;
  const str path = path_of(x->spool, a, name);
  char *z = arena_strz(a, path);
  struct buf text = BUF_IN(a);
  const int reason = file_read(z, MAX_COMMAND, &text);
  enum spool_sent done = SPOOL_REFUSED;
  if (reason == 0 && spool_read(a, buf_view(&text), &c, &why)) {
    done = x->send(x->ctx, a, &c);
    *sent += done == SPOOL_SENT;
    if (done != SPOOL_AWAY) unlink(z);
  } else if (reason != ENOENT) { /* a newer one has replaced it */
    x->broken(x->ctx, path, reason != 0 ? str_of(file_reason(reason)) : why);
    rename(z, arena_printf(a, "%s.broken", z).p);
  }
  arena_free(a);
  return done != SPOOL_AWAY;
}

uint32_t spool_send(const struct spool *s,
                    enum spool_sent (*send)(void *ctx, struct arena *a, const struct spool_command *c),
                    void (*broken)(void *ctx, str file, str why), void *ctx, double seconds)
{
  const struct sending x = {s, send, broken, ctx};
  const double end = clock_seconds(CLOCK_MONOTONIC) + seconds;
  uint32_t sent = 0;
  struct arena *a = arena_new();
  const struct listing l = list(s, a);
  const int fd = l.n > 0 ? lock(s, a, ".sending", false) : -1;
  for (uint32_t i = 0; fd >= 0 && i < l.n && (seconds == 0 || clock_seconds(CLOCK_MONOTONIC) < end); i++) {
    if (!send_one(&x, l.all[i].name, &sent)) break;
  }
  if (fd >= 0) close(fd);
  arena_free(a);
  return sent;
}

/* --- PuppetDB is unreachable --- */

void spool_note_away(const struct spool *s)
{
  struct arena *a = arena_new();
  const char *path = arena_strz(a, path_of(s, a, STR(".away")));
  const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, COMMAND_MODE);
  if (fd >= 0) {
    futimens(fd, NULL); /* on failure the next try is too early, which does no harm */
    close(fd);
  }
  arena_free(a);
}

bool spool_was_away(const struct spool *s, int64_t seconds)
{
  struct stat st;
  struct arena *a = arena_new();
  const bool noted = stat(arena_strz(a, path_of(s, a, STR(".away"))), &st) == 0;
  /* time() may be a tick behind the times of files. */
  const int64_t ago = noted ? (int64_t)clock_time(CLOCK_REALTIME).tv_sec - st.st_mtim.tv_sec : INT64_MAX;
  const bool away = ago >= 0 && ago < seconds && list(s, a).n > 0;
  arena_free(a);
  return away;
}

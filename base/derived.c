/* The file contains `struct head` and the text `by`, then for each source a `struct record`, its path and its data.
 * Each text is padded to a multiple of 8 bytes. Numbers are in the machine's byte order. */
#include "base/derived.h"

#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/map.h"

enum { ROUND = 8, SETTLED_NS = 2000000000 };
/* The maximum size of the file. The Ruby code of all of Debian's modules and their libraries needs less than 10 MB. */
static const size_t most_bytes = (size_t)64 << 20;

struct head {
  char magic[16];
  uint64_t nby;
};
static const char magic[16] = "ficelle-made-1\n";

/* Identifies the contents of a source. */
struct stamp {
  uint64_t device, inode, bytes, modified_ns, changed_ns;
};

struct record {
  struct stamp stamp;
  uint64_t digest; /* of the data */
  uint64_t npath, nmade;
};

enum use { FROM_FILE, CHECKED, MISSING, FRESH };

struct thing {
  struct stamp stamp;
  uint64_t digest;
  str bytes;
  enum use use;
};

static struct {
  struct arena *arena; /* NULL: closed */
  const char *path;
  str by;
  struct strmap things; /* path of the source -> struct thing * */
  void *mapped;
  size_t nmapped;
  uint32_t fresh; /* entries that the file does not have */
  bool refused;   /* the path is not a file that can be trusted */
} state;

static size_t rounded(size_t n) { return (n + ROUND - 1) / ROUND * ROUND; }

/* Detects damage. Attacks are prevented by the file's owner and mode. */
static uint64_t digest_of(str b)
{
  uint64_t h = b.n * 0x9e3779b97f4a7c15u, word;
  size_t i = 0;
  for (; i + sizeof word <= b.n; i += sizeof word) {
    memcpy(&word, b.p + i, sizeof word);
    h = (h ^ word) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  for (; i < b.n; i++) h = (h ^ (unsigned char)b.p[i]) * 0xff51afd7ed558ccdu;
  return h ^ h >> 29;
}

static bool stamp_of(const char *source, struct stamp *stamp)
{
  struct stat st;
  memset(stamp, 0, sizeof *stamp);
  if (stat(source, &st) != 0 || !S_ISREG(st.st_mode)) return false;
  *stamp = (struct stamp){st.st_dev, st.st_ino, (uint64_t)st.st_size, (uint64_t)timespec_ns(st.st_mtim),
                          (uint64_t)timespec_ns(st.st_ctim)};
  return true;
}

static bool same(const struct stamp *a, const struct stamp *b) { return memcmp(a, b, sizeof *a) == 0; }

/* --- reading --- */

/* Reads a text of n bytes at `*at`, and moves `*at` after its padding. */
static bool take(str bytes, size_t *at, uint64_t n, str *text)
{
  if (n > bytes.n - *at || rounded(n) > bytes.n - *at) return false;
  *text = str_sub(bytes, *at, n);
  *at += rounded(n);
  return true;
}

static bool take_head(str bytes, size_t *at, str by)
{
  struct head head;
  str made_by;
  if (bytes.n < sizeof head) return false;
  memcpy(&head, bytes.p, sizeof head);
  *at = sizeof head;
  return memcmp(head.magic, magic, sizeof magic) == 0 && take(bytes, at, head.nby, &made_by) && str_eq(made_by, by);
}

static bool take_record(str bytes, size_t *at, struct record *r, str *path, str *made)
{
  if (bytes.n - *at < sizeof *r) return false;
  memcpy(r, bytes.p + *at, sizeof *r);
  *at += sizeof *r;
  return take(bytes, at, r->npath, path) && take(bytes, at, r->nmade, made) && path->n > 0 && made->n > 0;
}

static void read_all(str bytes)
{
  struct record r;
  str path, made;
  size_t at;
  if (!take_head(bytes, &at, state.by)) return;
  while (take_record(bytes, &at, &r, &path, &made)) {
    struct thing *t = ARENA_NEW(state.arena, struct thing);
    *t = (struct thing){r.stamp, r.digest, made, FROM_FILE};
    strmap_put(&state.things, path, t);
  }
}

/* A hard link is not trusted either: it could be another file of this user, with contents that somebody else chose. */
static bool trusted(const struct stat *st)
{
  return S_ISREG(st->st_mode) && st->st_uid == geteuid() && st->st_nlink == 1 && (st->st_mode & 022) == 0;
}

static void map_file(void)
{
  struct stat st;
  const int fd = open(state.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  state.refused = true;
  if (fd < 0) return;
  if (fstat(fd, &st) == 0 && trusted(&st)) {
    state.refused = false;
    if (st.st_size > 0 && (uint64_t)st.st_size <= most_bytes) {
      void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (p != MAP_FAILED) {
        state.mapped = p;
        state.nmapped = (size_t)st.st_size;
      }
    }
  }
  close(fd);
}

void derived_open(const char *path, const char *by)
{
  assert(path != NULL && by != NULL);
  if (state.mapped != NULL) munmap(state.mapped, state.nmapped);
  arena_free(state.arena);
  memset(&state, 0, sizeof state);
  state.arena = arena_new();
  state.path = arena_strz(state.arena, str_of(path));
  state.by = arena_str(state.arena, str_of(by));
  strmap_init(&state.things, state.arena);
  map_file();
  if (state.mapped != NULL) read_all((str){state.mapped, state.nmapped});
}

/* --- use --- */

bool derived_find(const char *source, str *made)
{
  struct stamp now;
  bool is_new;
  if (state.arena == NULL || !stamp_of(source, &now)) return false;
  void **slot = strmap_slot(&state.things, str_of(source), &is_new);
  if (is_new) {
    strmap_keep_key(&state.things, arena_str(state.arena, str_of(source)));
    *slot = ARENA_NEW(state.arena, struct thing);
  }
  struct thing *t = *slot;
  const bool good = !is_new && t->use != MISSING && same(&t->stamp, &now);
  if (good && (t->use != FROM_FILE || digest_of(t->bytes) == t->digest)) {
    if (t->use == FROM_FILE) t->use = CHECKED;
    *made = t->bytes;
    return true;
  }
  *t = (struct thing){.stamp = now, .use = MISSING};
  return false;
}

static bool is_settled(const struct stamp *s)
{
  const uint64_t latest = s->modified_ns > s->changed_ns ? s->modified_ns : s->changed_ns;
  return latest + SETTLED_NS < (uint64_t)clock_ns(CLOCK_REALTIME);
}

void derived_add(const char *source, str made)
{
  struct stamp now;
  if (state.arena == NULL || made.n == 0) return;
  struct thing *t = strmap_get(&state.things, str_of(source));
  if (t == NULL || t->use != MISSING || !stamp_of(source, &now) || !same(&now, &t->stamp) || !is_settled(&now)) return;
  t->bytes = arena_str(state.arena, made);
  t->digest = digest_of(t->bytes);
  t->use = FRESH;
  state.fresh++;
}

/* --- writing --- */

static void put(struct buf *out, const void *p, size_t n)
{
  static const char zeros[ROUND];
  buf_append(out, p, n);
  buf_append(out, zeros, rounded(n) - n);
}

static void put_thing(struct buf *out, str path, const struct thing *t)
{
  const struct record r = {t->stamp, t->digest, path.n, t->bytes.n};
  if (out->n + sizeof r + rounded(path.n) + rounded(t->bytes.n) > most_bytes) return;
  put(out, &r, sizeof r);
  put(out, path.p, path.n);
  put(out, t->bytes.p, t->bytes.n);
}

/* Entries that this run has used come first, so they are kept if there is no room for all. */
static void put_all(struct buf *out)
{
  struct head head = {.nby = state.by.n};
  memcpy(head.magic, magic, sizeof magic);
  put(out, &head, sizeof head);
  put(out, state.by.p, state.by.n);
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < state.things.n; i++) {
      const struct strmap_entry *e = &state.things.entries[i];
      const struct thing *t = e->value;
      struct stamp now;
      if (t->use == MISSING || (t->use == FROM_FILE) != (pass == 1)) continue;
      if (pass == 1 && !(stamp_of(arena_strz(state.arena, e->key), &now) && same(&now, &t->stamp))) continue;
      put_thing(out, e->key, t);
    }
  }
}

void derived_save(void)
{
  if (state.arena == NULL || state.fresh == 0) return;
  struct buf out = BUF_HEAP;
  str error;
  put_all(&out);
  if (state.refused) unlink(state.path);
  file_replace(state.arena, str_of(state.path), buf_view(&out), 0600, &error);
  buf_free(&out);
  state.fresh = 0;
}

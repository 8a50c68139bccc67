/* The authority's files. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "server/ca/internal.h"

/* --- the places --- */
static str path_of(struct arena *a, struct settings *s, enum setting_id id)
{
  return arena_str(a, settings_str(s, id));
}

/* New files belong to the owner of the directory; if it does not exist and this is root, to the server's user. */
static void find_owner(struct ca *ca, struct settings *s)
{
  struct stat st;
  const struct passwd *user = getpwnam(settings_strz(s, SETTING_user));
  bool found = stat(arena_strz(ca->arena, ca->cadir), &st) == 0, given = !found && geteuid() == 0 && user != NULL;
  ca->owner = found ? st.st_uid : given ? user->pw_uid : geteuid();
  ca->group = found ? st.st_gid : given ? user->pw_gid : getegid();
}

struct ca *ca_new(struct arena *a, struct settings *s, const struct ca_options *o, str *error)
{
  struct ca *ca = ARENA_NEW(a, struct ca);
  ca->arena = a;
  ca->options = *o;
  ca->cadir = path_of(a, s, SETTING_cadir);
  find_owner(ca, s);
  ca->cacert = path_of(a, s, SETTING_cacert);
  ca->cakey = path_of(a, s, SETTING_cakey);
  ca->capub = path_of(a, s, SETTING_capub);
  ca->cacrl = path_of(a, s, SETTING_cacrl);
  ca->csrdir = path_of(a, s, SETTING_csrdir);
  ca->signeddir = path_of(a, s, SETTING_signeddir);
  ca->serial = path_of(a, s, SETTING_serial);
  ca->inventory = path_of(a, s, SETTING_cert_inventory);
  ca->infra_crl = arena_printf(a, "%.*s/infra_crl.pem", STR_FMT(ca->cadir));
  ca->infra_nodes = arena_printf(a, "%.*s/infra_inventory.txt", STR_FMT(ca->cadir));
  ca->infra_serials = arena_printf(a, "%.*s/infra_serials", STR_FMT(ca->cadir));
  ca->autosign = path_of(a, s, SETTING_autosign);
  ca->allow_duplicates = settings_bool(s, SETTING_allow_duplicate_certs);
  ca->ttl = o->ca_ttl > 0 ? o->ca_ttl : settings_int(s, SETTING_ca_ttl);
  ca->keylength = settings_int(s, SETTING_keylength);
  if (ca->ttl > CA_MAX_TTL) {
    *error = arena_printf(a, "Config setting ca_ttl must have a value below %" PRId64, (int64_t)CA_MAX_TTL);
    return NULL;
  }
  ca->oids = pki_oids_new(a, settings_str(s, SETTING_trusted_oid_mapping_file), error);
  return ca->oids != NULL ? ca : NULL;
}

bool ca__give(struct ca *ca, struct arena *a, str path)
{
  return geteuid() != 0 || lchown(arena_strz(a, path), ca->owner, ca->group) == 0;
}

static bool fail_errno(struct arena *a, str path, str *error)
{
  *error = arena_printf(a, "%.*s: %s", STR_FMT(path), strerror(errno));
  return false;
}

bool ca__make_directory(struct ca *ca, struct arena *a, str path, str *error)
{
  char *z = arena_strz(a, path);
  bool made = mkdir(z, 0750) == 0;
  if (!made && errno == ENOENT && path.n > 1) {
    /* Parent directories belong to the server's user, too, so that it can enter them. */
    size_t n = path.n - 1;
    while (n > 1 && path.p[n] != '/') n--;
    if (!ca__make_directory(ca, a, str_n(path.p, n), error)) return false;
    made = mkdir(z, 0750) == 0;
  }
  if (!made) return errno == EEXIST || fail_errno(a, path, error);
  return ca__give(ca, a, path) || fail_errno(a, path, error);
}

static bool all_or_none(struct ca *ca, str *error)
{
  const str needed[] = {ca->cacert, ca->cacrl, ca->cakey, ca->inventory, ca->serial, ca->infra_nodes, ca->infra_crl};
  size_t n = ca->options.enable_infra_crl ? 7 : 5, there = 0;
  struct buf found = BUF_IN(ca->arena), missing = BUF_IN(ca->arena);
  for (size_t i = 0; i < n; i++) {
    bool is = ca_exists(ca->arena, needed[i]);
    there += is;
    buf_printf(is ? &found : &missing, "%.*s\n", STR_FMT(needed[i]));
  }
  if (there == n) return true;
  if (there == 0)
    *error = arena_printf(ca->arena, "No certificate authority in %.*s: make one with `ficelle ca setup`",
                          STR_FMT(ca->cadir));
  else
    *error = arena_printf(
      ca->arena, "Cannot initialize CA with partial state; need all files or none.\nFound:\n%.*sMissing:\n%.*s",
      STR_FMT(buf_view(&found)), STR_FMT(buf_view(&missing)));
  return false;
}

static bool named(struct arena *a, str path, str why, str *error)
{
  *error = arena_printf(a, "%.*s: %.*s", STR_FMT(path), STR_FMT(why));
  return false;
}

static bool read_or_fail(struct arena *a, str path, str *text, str *error)
{
  if (ca_read(a, path, text, error)) return true;
  if (error->n == 0) named(a, path, STR("No such file or directory"), error);
  return false;
}

/* Reads key, bundle and finds the certificate of the key. */
static bool ca__read_key(struct ca *ca, str *error)
{
  str text, why;
  ca->bundle = (struct ptrvec){0};
  ca->certificate = NULL;
  if (!read_or_fail(ca->arena, ca->cacert, &text, error)) return false;
  if (!pki_certificates_read(ca->arena, text, &ca->bundle, &why)) return named(ca->arena, ca->cacert, why, error);
  if (!read_or_fail(ca->arena, ca->cakey, &text, error)) return false;
  ca->key = pki_key_read(ca->arena, text, NULL, &why);
  if (ca->key == NULL) return named(ca->arena, ca->cakey, why, error);
  for (uint32_t i = 0; i < ca->bundle.n && ca->certificate == NULL; i++)
    if (pki_key_fits(ca->bundle.items[i], ca->key)) ca->certificate = ca->bundle.items[i];
  return ca->certificate != NULL ||
         named(ca->arena, ca->cacert, STR("Could not find certificate matching private key"), error);
}

/* As in puppetserver: corrects the mode of the key. */
static void guard_key(struct ca *ca)
{
  struct stat st;
  char *path = arena_strz(ca->arena, ca->cakey);
  if (stat(path, &st) != 0 || (st.st_mode & 0777) == 0640 || (st.st_mode & 0777) == 0600) return;
  if (chmod(path, 0640) != 0) return;
  log_warning(&log_server_ca,
              "The private CA key at '%s' was found to have the wrong permissions set as '%03o'. This has been "
              "corrected to '640'.",
              path, (unsigned)(st.st_mode & 0777));
}

bool ca_load(struct ca *ca, str *error)
{
  if (!all_or_none(ca, error) || !ca__read_key(ca, error)) return false;
  if (!ca__make_directory(ca, ca->arena, ca->csrdir, error) || !ca__make_directory(ca, ca->arena, ca->signeddir, error))
    return false;
  guard_key(ca);
  return true;
}

/* --- locking, reading, writing --- */
int ca_lock(struct ca *ca, str *error)
{
  int fd = open(arena_strz(ca->arena, ca->cadir), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int locked = -1;
  if (fd >= 0)
    while ((locked = flock(fd, LOCK_EX)) != 0 && errno == EINTR) continue;
  if (locked == 0) return fd;
  fail_errno(ca->arena, ca->cadir, error);
  if (fd >= 0) close(fd);
  return -1;
}

void ca_unlock(int lock) { close(lock); }

bool ca_exists(struct arena *a, str path)
{
  struct stat st;
  return stat(arena_strz(a, path), &st) == 0;
}

bool ca_read(struct arena *a, str path, str *text, str *error)
{
  return pki_file_read(a, arena_strz(a, path), text, error);
}

/* Syncs a directory: only then is a rename in it durable. */
static bool settle_directory(struct arena *a, str path)
{
  size_t slash = path.n;
  while (slash > 0 && path.p[slash - 1] != '/') slash--;
  int fd = open(arena_strz(a, slash > 1 ? str_sub(path, 0, slash - 1) : STR("/")), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return false;
  bool done = fsync(fd) == 0 || errno == EINVAL || errno == EROFS;
  close(fd);
  return done;
}

bool ca_write(struct ca *ca, struct arena *a, str path, str bytes, unsigned mode, str *error)
{
  bool new = !ca_exists(a, path);
  if (!file_replace(a, path, bytes, mode, error)) return false;
  ca->done.changed = true;
  if (new && !ca__give(ca, a, path)) return fail_errno(a, path, error);
  return settle_directory(a, path) || fail_errno(a, path, error);
}

bool ca__remove(struct arena *a, str path, bool *was, str *error)
{
  *was = unlink(arena_strz(a, path)) == 0;
  if (*was) return settle_directory(a, path) || fail_errno(a, path, error);
  return errno == ENOENT || fail_errno(a, path, error);
}

bool ca_name_is_safe(str name)
{
  if (name.n == 0 || name.n > 240 || name.p[0] == '.') return false;
  for (size_t i = 0; i < name.n; i++)
    if (name.p[i] == '/' || (unsigned char)name.p[i] < ' ') return false;
  return true;
}

str ca_certificate_path(struct ca *ca, struct arena *a, str name)
{
  return arena_printf(a, "%.*s/%.*s.pem", STR_FMT(ca->signeddir), STR_FMT(name));
}

str ca_request_path(struct ca *ca, struct arena *a, str name)
{
  return arena_printf(a, "%.*s/%.*s.pem", STR_FMT(ca->csrdir), STR_FMT(name));
}

static int compare_names(const void *x, const void *y) { return str_cmp(**(str *const *)x, **(str *const *)y); }

bool ca_names(struct arena *a, str directory, struct ptrvec *out, str *error)
{
  DIR *d = opendir(arena_strz(a, directory));
  if (d == NULL) return errno == ENOENT || fail_errno(a, directory, error);
  for (struct dirent *e; (e = readdir(d)) != NULL;) {
    str name = str_of(e->d_name);
    if (name.n <= 4 || !str_ends(name, STR(".pem")) || name.p[0] == '.') continue;
    str *kept = ARENA_NEW(a, str);
    *kept = arena_str(a, str_sub(name, 0, name.n - 4));
    ptrvec_push(out, a, kept);
  }
  closedir(d);
  if (out->n > 0) qsort(out->items, out->n, sizeof *out->items, compare_names);
  return true;
}

/* --- serial numbers --- */
static bool parse_hex(str text, uint64_t *out)
{
  if (text.n == 0 || text.n > 15) return false;
  *out = 0;
  for (size_t i = 0; i < text.n; i++) {
    int c = ascii_lower(text.p[i]);
    if (!ascii_is_digit(c) && (c < 'a' || c > 'f')) return false;
    *out = *out * 16 + (uint64_t)(ascii_is_digit(c) ? c - '0' : c - 'a' + 10);
  }
  return true;
}

bool ca__serial_peek(struct ca *ca, struct arena *a, uint64_t *serial, str *error)
{
  str text;
  if (!read_or_fail(a, ca->serial, &text, error)) return false;
  str number = str_trim(text);
  if (parse_hex(number, serial) && *serial > 0) return true;
  return named(a, ca->serial,
               arena_printf(a, "'%.*s' is not a serial number in hexadecimal digits", STR_FMT(str_sub(number, 0, 80))),
               error);
}

bool ca_next_serial(struct ca *ca, struct arena *a, uint64_t *serial, str *error)
{
  if (!ca__serial_peek(ca, a, serial, error)) return false;
  return ca_write(ca, a, ca->serial, arena_printf(a, "%04" PRIX64, *serial + 1), 0644, error);
}

/* --- the inventory --- */
str ca__inventory_text(struct arena *a, const X509 *c)
{
  str serial = pki_serial_hex(a, X509_get0_serialNumber(c));
  while (serial.n > 1 && serial.p[0] == '0') serial = str_from(serial, 1);
  struct buf line = BUF_IN(a);
  buf_z(&line, "0x");
  for (size_t n = serial.n; n < 4; n++) buf_char(&line, '0');
  buf_printf(&line, "%.*s %.*s %.*s /%.*s\n", STR_FMT(serial), STR_FMT(pki_time_text(a, X509_get0_notBefore(c))),
             STR_FMT(pki_time_text(a, X509_get0_notAfter(c))), STR_FMT(pki_name_text(a, X509_get_subject_name(c))));
  return buf_finish(&line);
}

/* First ends a line that a crash has cut. On failure the file is unchanged. */
static bool append_line(int fd, str line)
{
  struct stat st;
  char last = '\n';
  if (fstat(fd, &st) != 0) return false;
  if (st.st_size > 0 && pread(fd, &last, 1, st.st_size - 1) != 1) return false;
  bool written = (last == '\n' || file_write_all(fd, STR("\n"))) && file_write_all(fd, line) && fsync(fd) == 0;
  if (written) return true;
  int why = errno;
  (void)!ftruncate(fd, st.st_size);
  errno = why;
  return false;
}

bool ca_inventory_add(struct ca *ca, struct arena *a, const X509 *c, str *error)
{
  bool new = !ca_exists(a, ca->inventory);
  int fd = open(arena_strz(a, ca->inventory), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return fail_errno(a, ca->inventory, error);
  bool done = append_line(fd, ca__inventory_text(a, c));
  if (!done) fail_errno(a, ca->inventory, error);
  ca->done.issued += done;
  ca->done.changed |= done;
  close(fd);
  return done && (!new || (ca__give(ca, a, ca->inventory) && settle_directory(a, ca->inventory)) ||
                  fail_errno(a, ca->inventory, error));
}

/* "2029-11-24T09:35:06UTC"; 0 for anything else. */
static time_t parse_time(str text)
{
  struct tm tm = {0};
  char z[32];
  if (text.n < 19 || text.n >= sizeof z) return 0;
  memcpy(z, text.p, text.n);
  z[text.n] = '\0';
  if (sscanf(z, "%d-%d-%dT%d:%d:%d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &tm.tm_hour, &tm.tm_min, &tm.tm_sec) != 6)
    return 0;
  tm.tm_year -= 1900;
  tm.tm_mon -= 1;
  return timegm(&tm);
}

static str next_word(str *rest)
{
  size_t space = str_index(*rest, ' ', 0);
  str word = space == SIZE_MAX ? *rest : str_sub(*rest, 0, space);
  *rest = str_from(*rest, word.n + 1);
  return word;
}

bool ca_inventory_each(struct ca *ca, struct arena *a, ca_inventory_fn *fn, void *ctx, str *error)
{
  str text;
  if (!ca_read(a, ca->inventory, &text, error)) return error->n == 0;
  for (str left = text; left.n > 0;) {
    str rest = str_cut(&left, '\n');
    struct ca_inventory_line line = {.serial = next_word(&rest)};
    line.not_before = parse_time(next_word(&rest));
    line.not_after = parse_time(next_word(&rest));
    line.subject = rest;
    if (str_starts(line.serial, STR("0x")) && rest.n > 0) fn(ctx, &line);
  }
  return true;
}

struct wanted_name {
  str name;
  bool found;
};

bool ca__subject_is(str subject, str name)
{
  return subject.n == name.n + 4 && str_starts(subject, STR("/CN=")) && str_ends(subject, name);
}

static void look_for(void *ctx, const struct ca_inventory_line *line)
{
  struct wanted_name *w = ctx;
  w->found |= ca__subject_is(line->subject, w->name);
}

bool ca_inventory_has(struct ca *ca, struct arena *a, str name)
{
  struct wanted_name w = {name, false};
  str error;
  return ca_inventory_each(ca, a, look_for, &w, &error) && w.found;
}

ASN1_INTEGER *ca__serial_of(struct arena *a, str hex)
{
  BIGNUM *n = NULL;
  if (str_starts(hex, STR("0x"))) hex = str_from(hex, 2);
  if (hex.n == 0 || hex.n > 64 || BN_hex2bn(&n, arena_strz(a, hex)) != (int)hex.n) {
    BN_free(n);
    return NULL;
  }
  ASN1_INTEGER *serial = ca__keep_integer(a, BN_to_ASN1_INTEGER(n, NULL));
  BN_free(n);
  return serial;
}

static void release_integer(void *n) { ASN1_INTEGER_free(n); }

ASN1_INTEGER *ca__keep_integer(struct arena *a, ASN1_INTEGER *n)
{
  if (n != NULL) arena_defer(a, release_integer, n);
  return n;
}

/* --- names of infrastructure --- */
bool ca__each_line(struct arena *a, str path, bool (*fn)(void *ctx, str line), void *ctx, str *error)
{
  str text;
  if (!ca_read(a, path, &text, error)) return error->n == 0;
  for (str rest = text; rest.n > 0;) {
    str line = str_trim(str_cut(&rest, '\n'));
    if (line.n > 0 && !fn(ctx, line)) break;
  }
  return true;
}

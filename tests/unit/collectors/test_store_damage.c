/* Damaged, foreign, missing or unusable files: set aside, recreated, or rejected; never a crash, never without a
 * message. */
#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "store_test.h"

/* A store with three records, closed. */
static void fill(void)
{
  struct stats_store *s = open_store();
  for (int i = 0; i < 3; i++) {
    assert_true(record(s, "production", "web1", 100, 0));
  }
  stats_close(s);
}

/* Opening detects the damage, sets the file aside with a message, and counts from zero; the reader sees a new start. */
static void expect_set_aside(const char *reason)
{
  struct stats_reader *r = open_reader();
  assert_int_equal(stats_reader_state(r), STATS_STATE_CORRUPT);
  assert_string_not_equal(stats_reader_reason(r), "");
  struct stats_store *s = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  assert_int_equal(files_named("stats.bad-"), 1);
  assert_non_null(strstr(test_log, "STORE_DAMAGED"));
  if (strstr(test_log, reason) == NULL) {
    fail_msg("the log says: %s", test_log);
  }
  assert_true(stats_reader_refresh(r));
  assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 1);
  stats_reader_free(r);
  stats_close(s);
}

static void test_truncated_file_is_set_aside(void **state)
{
  (void)state;
  fill();
  assert_int_equal(truncate(test_path, 100000), 0);
  expect_set_aside("truncated");
}

static void test_empty_file_is_set_aside(void **state)
{
  (void)state;
  assert_int_equal(close(open(test_path, O_CREAT | O_WRONLY, 0600)), 0);
  expect_set_aside("too short");
}

static void test_foreign_file_is_set_aside(void **state)
{
  (void)state;
  char text[SEG_PAGE * 2];
  memset(text, 'x', sizeof text);
  assert_int_equal(close(open(test_path, O_CREAT | O_WRONLY, 0600)), 0);
  poke(0, text, sizeof text);
  expect_set_aside("not a statistics file");
}

static void test_other_version_is_set_aside(void **state)
{
  (void)state;
  uint32_t version = SEG_VERSION + 1;
  fill();
  poke(offsetof(struct seg_header, version), &version, sizeof version);
  expect_set_aside("version");
}

static void test_other_byte_order_is_set_aside(void **state)
{
  (void)state;
  uint32_t order = 0x04030201;
  fill();
  poke(offsetof(struct seg_header, byte_order), &order, sizeof order);
  expect_set_aside("byte order");
}

static void test_changed_header_is_set_aside(void **state)
{
  (void)state;
  uint32_t words = 60;
  fill();
  poke(offsetof(struct seg_header, directory_words), &words, sizeof words);
  expect_set_aside("header is damaged");
}

static void test_longer_file_is_set_aside(void **state)
{
  (void)state;
  fill();
  const struct seg_layout *layout = layout_of_file();
  poke(layout->bytes, "more", 4);
  expect_set_aside("longer than its header states");
}

static void test_changed_totals_are_set_aside(void **state)
{
  (void)state;
  uint64_t total = 1000000;
  fill();
  poke(layout_of_file()->containers[0].at + offset_in_item(STAT_ficCmpTotal), &total, sizeof total);
  expect_set_aside("totals");
}

/* A change of any byte of the core is detected. */
static void test_every_byte_of_the_totals_is_guarded(void **state)
{
  (void)state;
  fill();
  const struct seg_layout *layout = layout_of_file();
  const uint64_t at = layout->containers[0].at;
  const size_t size = layout->containers[0].item_words * 8;
  unsigned char core[8192];
  int fd = open(test_path, O_RDONLY);
  assert_true(size <= sizeof core);
  assert_int_equal(pread(fd, core, size, (off_t)at), size);
  close(fd);
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = core[i] ^ (unsigned char)(1u << i % 8);
    poke(at + i, &byte, 1);
    struct stats_reader *r = open_reader();
    assert_int_equal(stats_reader_state(r), STATS_STATE_CORRUPT);
    stats_reader_free(r);
    byte = core[i];
    poke(at + i, &byte, 1);
  }
  assert_int_equal(total_now(), 3);
}

/* A row is checked when it is used: by the reader, and by the writer that counts in it. */
static void test_damaged_row_is_set_aside_when_it_is_used(void **state)
{
  (void)state;
  uint64_t count = 77;
  fill();
  poke(table_of_file(STATS_NODE)->at + offset_in_item(STAT_ficNodeCmpTotal), &count, sizeof count);
  struct stats_reader *r = open_reader();
  assert_int_equal(stats_reader_state(r), STATS_STATE_CORRUPT);
  stats_reader_free(r);
  struct stats_store *s = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  assert_int_equal(files_named("stats.bad-"), 1);
  assert_int_equal(total_now(), 1);
  stats_close(s);
}

static void test_damaged_hash_chain_is_detected(void **state)
{
  (void)state;
  fill();
  const struct seg_container *table = table_of_file(STATS_NODE);
  uint64_t wild = 0x7fffffffffffull;
  for (uint32_t i = 0; i < table->head_count; i++) {
    poke(table->heads + i * 8, &wild, sizeof wild);
  }
  struct stats_store *s = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  assert_int_equal(files_named("stats.bad-"), 1);
  stats_close(s);
}

static void test_endless_hash_chain_is_detected(void **state)
{
  (void)state;
  fill();
  const struct seg_container *table = table_of_file(STATS_NODE);
  uint64_t one = 1;
  for (uint32_t i = 0; i < table->head_count; i++) {
    poke(table->heads + i * 8, &one, sizeof one);
  }
  poke(table->nexts, &one, sizeof one);
  struct stats_store *s = open_store();
  assert_true(record(s, "production", "unknown", 100, 0));
  assert_int_equal(files_named("stats.bad-"), 1);
  stats_close(s);
}

static void test_bad_journal_of_a_dead_writer(void **state)
{
  (void)state;
  fill();
  const struct seg_layout *layout = layout_of_file();
  uint64_t odd = 4711;
  uint64_t words = 3;
  uint64_t entries[3] = {1, 2, 0xffffffffffffffffull};
  poke(offsetof(struct seg_header, sequence), &odd, sizeof odd);
  poke(offsetof(struct seg_header, journal_words), &words, sizeof words);
  poke(layout->journal, entries, sizeof entries);
  expect_set_aside("journal");
}

static void test_unfinished_record_of_a_dead_writer_is_undone(void **state)
{
  (void)state;
  fill();
  const struct seg_layout *layout = layout_of_file();
  const uint64_t at = layout->containers[0].at;
  const size_t size = layout->containers[0].item_words * 8;
  unsigned char core[8192];
  int fd = open(test_path, O_RDONLY);
  uint64_t sequence;
  assert_true(size <= sizeof core);
  assert_int_equal(pread(fd, core, size, (off_t)at), size);
  assert_int_equal(pread(fd, &sequence, sizeof sequence, offsetof(struct seg_header, sequence)), sizeof sequence);
  close(fd);
  /* The state after a writer died in the middle: the old core in the journal, half of a new one in its place. */
  uint64_t words = size / 8 + 1;
  uint64_t entry = at / 8 << 16 | size / 8;
  uint64_t half[20];
  uint64_t lock = 5ull << 16 | 900; /* an unused slot */
  memset(half, 0xee, sizeof half);
  sequence++;
  poke(layout->journal, core, size);
  poke(layout->journal + size, &entry, sizeof entry);
  poke(offsetof(struct seg_header, journal_words), &words, sizeof words);
  poke(offsetof(struct seg_header, sequence), &sequence, sizeof sequence);
  poke(at + 8, half, sizeof half);
  poke(offsetof(struct seg_header, lock), &lock, sizeof lock);
  assert_int_equal(total_now(), 3);     /* a reader uses the journal */
  struct stats_store *s = open_store(); /* a writer repairs it */
  assert_int_equal(total_now(), 3);
  assert_true(record(s, "production", "web1", 100, 0));
  assert_int_equal(total_now(), 4);
  assert_string_equal(test_log, "");
  stats_close(s);
}

static void test_truncated_while_open(void **state)
{
  static const off_t sizes[] = {0, 100, 4096, 20000};
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    struct stats_store *s = open_store();
    assert_true(record(s, "production", "web1", 100, 0));
    struct stats_reader *r = open_reader();
    assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
    assert_int_equal(truncate(test_path, sizes[i]), 0);
    stats_reader_refresh(r);
    assert_int_equal(stats_reader_state(r), STATS_STATE_CORRUPT);
    assert_int_equal(scalar(r, STAT_ficCmpTotal), 1); /* the last valid values remain */
    assert_true(record(s, "production", "web1", 100, 0));
    assert_int_equal(total_now(), 1);
    assert_true(stats_reader_refresh(r));
    assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
    stats_reader_free(r);
    stats_close(s);
    unlink(test_path);
  }
  assert_int_equal(files_named("stats.bad-"), 4);
  assert_non_null(strstr(test_log, "truncated while in use"));
}

static void test_overwritten_while_open(void **state)
{
  (void)state;
  char zeros[64 * 1024] = {0};
  struct stats_store *s = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  poke(0, zeros, sizeof zeros);
  assert_true(record(s, "production", "web1", 100, 0));
  assert_int_equal(files_named("stats.bad-"), 1);
  assert_int_equal(total_now(), 1);
  stats_close(s);
}

static void test_set_aside_by_another_writer(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  uint64_t total = 1000000;
  poke(layout_of_file()->containers[0].at + offset_in_item(STAT_ficCmpTotal), &total, sizeof total);
  struct stats_store *other = open_store();
  assert_int_equal(files_named("stats.bad-"), 1);
  assert_true(record(s, "production", "web1", 100, 0));
  assert_true(record(other, "production", "web1", 100, 0));
  assert_int_equal(total_now(), 2);
  assert_int_equal(files_named("stats.bad-"), 1);
  stats_close(other);
  stats_close(s);
}

static void test_discontinuity_moves(void **state)
{
  (void)state;
  fill();
  struct stats_reader *r = open_reader();
  uint64_t before = scalar(r, STAT_ficDiscontinuity);
  usleep(2000);
  assert_int_equal(truncate(test_path, 5000), 0);
  stats_close(open_store());
  stats_reader_refresh(r);
  assert_true(scalar(r, STAT_ficDiscontinuity) > before);
  stats_reader_free(r);
}

static void test_several_bad_files_in_one_second(void **state)
{
  (void)state;
  for (unsigned i = 1; i <= 3; i++) {
    assert_int_equal(close(open(test_path, O_CREAT | O_TRUNC | O_WRONLY, 0600)), 0);
    stats_close(open_store());
    assert_int_equal(files_named("stats.bad-"), i);
  }
}

static void expect_refused(const char *path, const char *reason)
{
  char error[256] = "";
  struct stats_config config = {.path = path};
  assert_null(stats_open(&config, error, sizeof error));
  if (strstr(error, reason) == NULL) {
    fail_msg("the error is: %s", error);
  }
}

/* Files that were set aside repeatedly do not fill the disk; other names are not touched. */
static void test_the_newest_bad_files_are_kept(void **state)
{
  static const char *const others[] = {"stats.bad-20010101T000000Z", "stats.bad-20010101T000000Z-2", "stats.bad-notes",
                                       "stats.bad-20010101T000000Z-x"};
  (void)state;
  char path[256];
  for (size_t i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", test_dir, others[i]);
    close(open(path, O_CREAT | O_WRONLY, 0600));
  }
  for (unsigned i = 0; i < STATS_BAD_KEPT + 3; i++) {
    int fd = open(test_path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    assert_int_equal(write(fd, "0123456789", i), i);
    close(fd);
    stats_close(open_store());
  }
  assert_int_equal(files_named("stats.bad-"), STATS_BAD_KEPT + 2);
  assert_int_equal(files_named("stats.bad-2001"), 1);
  DIR *d = opendir(test_dir);
  uint64_t sizes = 0;
  struct stat st;
  for (struct dirent *e; (e = readdir(d)) != NULL;) {
    if (strstr(e->d_name, ".bad-2") != NULL && fstatat(dirfd(d), e->d_name, &st, 0) == 0) {
      sizes += (uint64_t)st.st_size;
    }
  }
  closedir(d);
  assert_int_equal(sizes, 3 + 4 + 5 + 6 + 7); /* the last ones */
}

/* A link may lead to a missing file. */
static void test_a_link_is_followed(void **state)
{
  (void)state;
  char other[160], again[160];
  struct stat st;
  snprintf(other, sizeof other, "%s/real", test_dir);
  snprintf(again, sizeof again, "%s/between", test_dir);
  assert_int_equal(symlink("between", test_path), 0);
  assert_int_equal(symlink("real", again), 0);
  struct stats_store *s = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  stats_close(s);
  assert_int_equal(lstat(other, &st), 0);
  assert_true(S_ISREG(st.st_mode));
  assert_int_equal(truncate(other, 5000), 0);
  stats_close(open_store());
  assert_int_equal(files_named("real.bad-"), 1);
  assert_int_equal(lstat(test_path, &st), 0);
  assert_true(S_ISLNK(st.st_mode));
  unlink(test_path);
  assert_int_equal(symlink("stats", test_path), 0);
  expect_refused(test_path, strerror(ELOOP));
}

/* Readers of the file can lock it for reading, which must not block writers. */
static void test_locks_of_readers_are_not_honoured(void **state)
{
  (void)state;
  fill();
  struct flock all = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
  int fd = open(test_path, O_RDONLY);
  assert_int_equal(fcntl(fd, F_OFD_SETLK, &all), 0);
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  struct stats_store *s = open_store(), *other = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  assert_true(record(other, "production", "web1", 100, 0));
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert_true(after.tv_sec - before.tv_sec <= 1);
  assert_string_equal(test_log, "");
  assert_int_equal(total_now(), 5);
  stats_close(s);
  stats_close(other);
  close(fd);
}

/* Without a file for the locks work continues: its directory may belong to another user. */
static void test_no_file_for_the_locks(void **state)
{
  (void)state;
  fill();
  char lock[160];
  snprintf(lock, sizeof lock, "%s.lock", test_path);
  unlink(lock);
  assert_int_equal(mkdir(lock, 0700), 0);
  struct stats_store *s = open_store(), *other = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  assert_true(record(other, "production", "web1", 100, 0));
  assert_int_equal(total_now(), 5);
  stats_close(s);
  stats_close(other);
}

/* A copy may have lost its empty blocks: they are allocated before they are written, since a full disk causes SIGBUS
 * then. */
static void test_a_sparse_file_gets_its_blocks(void **state)
{
  (void)state;
  fill();
  struct stat st;
  assert_int_equal(stat(test_path, &st), 0);
  const off_t size = st.st_size;
  int fd = open(test_path, O_RDWR);
  assert_int_equal(fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, size / 2 & ~4095, size / 4), 0);
  close(fd);
  assert_int_equal(stat(test_path, &st), 0);
  assert_true(st.st_blocks * 512 < size);
  stats_close(open_store());
  assert_int_equal(stat(test_path, &st), 0);
  assert_true(st.st_blocks * 512 >= size);
}

static void test_removed_file_is_recreated(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  unlink(test_path);
  usleep(1100000); /* the path is checked once a second */
  assert_true(record(s, "production", "web1", 100, 0));
  assert_int_equal(total_now(), 1);
  assert_non_null(strstr(test_log, "counting starts at zero"));
  stats_close(s);
}

static void test_other_files_are_refused(void **state)
{
  (void)state;
  char path[256];
  expect_refused(test_dir, "directory");
  snprintf(path, sizeof path, "%s/fifo", test_dir);
  assert_int_equal(mkfifo(path, 0600), 0);
  expect_refused(path, "not a regular file");
  snprintf(path, sizeof path, "%s/fifo/stats", test_dir);
  expect_refused(path, "ot a directory");
  expect_refused("/dev/null", "not a regular file");
  char long_path[5000];
  memset(long_path, 'x', sizeof long_path - 1);
  long_path[0] = '/';
  long_path[sizeof long_path - 1] = '\0';
  expect_refused(long_path, "longer than 4000 bytes");
  assert_non_null(strstr(test_log, "STORE_UNUSABLE the name of the statistics file is longer"));
  struct stats_config config = {.path = test_path, .rows = {[STATS_NODE] = stats_groups[STATS_NODE].most + 1}};
  char error[256] = "";
  assert_null(stats_open(&config, error, sizeof error));
  assert_non_null(strstr(error, "65536"));
}

/* A full disk is an error when the file is made, instead of SIGBUS later. */
static void test_no_space_is_refused(void **state)
{
  int status;
  (void)state;
  pid_t pid = fork();
  if (pid == 0) {
    char error[256] = "";
    struct stats_config config = {.path = test_path};
    struct rlimit limit = {100000, 100000};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    struct stats_store *s = stats_open(&config, error, sizeof error);
    _exit(s == NULL && strstr(error, strerror(EFBIG)) != NULL ? 0 : 1);
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(status, 0);
  assert_int_equal(files_named("stats"), 0); /* no incomplete file remains */
}

/* Users without permission get a message; the group may read through a read-only mapping, and cannot write. */
static void test_readers_of_other_users(void **state)
{
  static const struct {
    gid_t group;
    unsigned expected;
  } users[] = {{4711, STATS_STATE_MISSING}, {0, STATS_STATE_OK}};
  int status;
  (void)state;
  if (geteuid() != 0) {
    skip();
  }
  fill();
  assert_int_equal(chmod(test_dir, 0755), 0);
  for (size_t i = 0; i < 2; i++) {
    pid_t pid = fork();
    if (pid == 0) {
      char error[256] = "";
      struct stats_config config = {.path = test_path};
      if (setgroups(0, NULL) != 0 || setgid(users[i].group) != 0 || setuid(4711) != 0) {
        _exit(2);
      }
      struct stats_reader *r = stats_reader_new(test_path, NULL);
      stats_reader_refresh(r);
      bool same = stats_reader_state(r) == users[i].expected;
      bool total = stats_reader_state(r) != STATS_STATE_OK || scalar(r, STAT_ficCmpTotal) == 3;
      bool refused = stats_open(&config, error, sizeof error) == NULL && strstr(error, "Permission denied") != NULL;
      _exit(same && total && refused ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
  }
}

/* A server that does not run as root counts in the same file as commands of root, also when one of those made it. */
static void test_root_gives_a_new_file_to_the_owner_of_its_directory(void **state)
{
  struct stat st;
  char lock[160];
  (void)state;
  if (geteuid() != 0) {
    skip();
  }
  assert_int_equal(chown(test_dir, 4711, 4712), 0);
  fill();
  snprintf(lock, sizeof lock, "%s.lock", test_path);
  assert_int_equal(stat(test_path, &st), 0);
  assert_int_equal(st.st_uid, 4711);
  assert_int_equal(stat(lock, &st), 0);
  assert_int_equal(st.st_uid, 4711);
}

static volatile sig_atomic_t foreign_faults;
static sigjmp_buf foreign_jump;

static void on_foreign_fault(int signal_number)
{
  (void)signal_number;
  foreign_faults++;
  siglongjmp(foreign_jump, 1);
}

/* SIGBUS of other mappings goes to the previous handler. */
static void test_foreign_faults_go_to_their_handler(void **state)
{
  int status;
  (void)state;
  fill();
  pid_t pid = fork();
  if (pid == 0) {
    char other[160];
    snprintf(other, sizeof other, "%s/other", test_dir);
    signal(SIGBUS, on_foreign_fault);
    struct stats_store *s = open_store();
    int fd = open(other, O_CREAT | O_RDWR, 0600);
    volatile char *map = ftruncate(fd, 4096) == 0 ? mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (map == MAP_FAILED || ftruncate(fd, 0) != 0) {
      _exit(2);
    }
    if (sigsetjmp(foreign_jump, 1) == 0) {
      _exit(map[0]); /* faults */
    }
    _exit(foreign_faults == 1 && record(s, "p", "a", 1, 0) ? 0 : 3);
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(status, 0);
}

static void test_missing_file_is_a_separate_state(void **state)
{
  (void)state;
  struct stats_reader *r = open_reader();
  assert_int_equal(stats_reader_state(r), STATS_STATE_MISSING);
  assert_true(absent(r, STAT_ficCmpTotal));
  assert_int_equal(scalar(r, STAT_ficStatsState), STATS_STATE_MISSING);
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 0);
  assert_int_equal(stats_reader_rows(r, STATS_HIST), 0);
  assert_false(stats_reader_refresh(r));
  fill();
  assert_true(stats_reader_refresh(r));
  assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 3);
  unlink(test_path);
  assert_true(stats_reader_refresh(r));
  assert_int_equal(stats_reader_state(r), STATS_STATE_MISSING);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 3);
  stats_reader_free(r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    STORE_TEST(test_truncated_file_is_set_aside),
    STORE_TEST(test_empty_file_is_set_aside),
    STORE_TEST(test_foreign_file_is_set_aside),
    STORE_TEST(test_other_version_is_set_aside),
    STORE_TEST(test_other_byte_order_is_set_aside),
    STORE_TEST(test_changed_header_is_set_aside),
    STORE_TEST(test_longer_file_is_set_aside),
    STORE_TEST(test_changed_totals_are_set_aside),
    STORE_TEST(test_every_byte_of_the_totals_is_guarded),
    STORE_TEST(test_damaged_row_is_set_aside_when_it_is_used),
    STORE_TEST(test_damaged_hash_chain_is_detected),
    STORE_TEST(test_endless_hash_chain_is_detected),
    STORE_TEST(test_bad_journal_of_a_dead_writer),
    STORE_TEST(test_unfinished_record_of_a_dead_writer_is_undone),
    STORE_TEST(test_truncated_while_open),
    STORE_TEST(test_overwritten_while_open),
    STORE_TEST(test_set_aside_by_another_writer),
    STORE_TEST(test_discontinuity_moves),
    STORE_TEST(test_several_bad_files_in_one_second),
    STORE_TEST(test_the_newest_bad_files_are_kept),
    STORE_TEST(test_a_link_is_followed),
    STORE_TEST(test_locks_of_readers_are_not_honoured),
    STORE_TEST(test_no_file_for_the_locks),
    STORE_TEST(test_a_sparse_file_gets_its_blocks),
    STORE_TEST(test_removed_file_is_recreated),
    STORE_TEST(test_other_files_are_refused),
    STORE_TEST(test_no_space_is_refused),
    STORE_TEST(test_readers_of_other_users),
    STORE_TEST(test_root_gives_a_new_file_to_the_owner_of_its_directory),
    STORE_TEST(test_foreign_faults_go_to_their_handler),
    STORE_TEST(test_missing_file_is_a_separate_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

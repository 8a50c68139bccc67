/* The status of puppetserver 2 to 8 and of PuppetDB, complete and damaged, and invalid answers. A server of this test
 * listens on the loopback interface. */
#include "tests/unit/collectors/sources/source_test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "collectors/sources/http_json.h"
#include "collectors/sources/status_json.h"

#define NOW_US UINT64_C(1700000000000000)

/* puppetserver 8: numbers are numbers. */
static const char server8[] =
  "{\"puppet-profiler\":{\"service_version\":\"8.7.0\",\"state\":\"running\",\"status\":{\"experimental\":{"
  "\"catalog-metrics\":[{\"metric\":\"find_node\",\"count\":9,\"mean\":3,\"aggregate\":27},"
  "{\"metric\":\"compile\",\"count\":12,\"mean\":250,\"aggregate\":3000}]}},\"active_alerts\":[]},"
  "\"jruby-metrics\":{\"service_version\":\"8.7.0\",\"state\":\"running\",\"status\":{\"experimental\":{\"metrics\":{"
  "\"num-jrubies\":4,\"num-free-jrubies\":1,\"average-free-jrubies\":2.5,\"average-requested-jrubies\":\".90\","
  "\"requested-count\":100,\"borrow-count\":99,\"return-count\":96,\"borrow-timeout-count\":1,\"borrow-retry-count\":0,"
  "\"queue-limit-hit-count\":2,\"average-borrow-time\":154,\"average-wait-time\":7,\"num-pool-locks\":3,"
  "\"average-lock-wait-time\":1,\"average-lock-held-time\":2,"
  "\"requested-instances\":[{},{}],\"borrowed-instances\":[{},{},{}]}}},\"active_alerts\":[]},"
  "\"server\":{\"service_version\":\"8.7.0\",\"state\":\"running\",\"status\":{\"experimental\":{\"http-metrics\":["
  "{\"route-id\":\"total\",\"count\":500,\"mean\":10,\"aggregate\":5000},"
  "{\"route-id\":\"puppet-v3-catalog-/*/\",\"count\":12,\"mean\":300,\"aggregate\":3600}]}},\"active_alerts\":[]},"
  "\"status-service\":{\"service_version\":\"1.1.1\",\"state\":\"running\",\"status\":{\"experimental\":{\"jvm-"
  "metrics\":{"
  "\"cpu-usage\":12.345,\"gc-cpu-usage\":0.5,\"up-time-ms\":286359,\"start-time-ms\":1699999713641,"
  "\"heap-memory\":{\"used\":5000000000,\"max\":8000000000},\"non-heap-memory\":{\"used\":228542000,\"max\":-1},"
  "\"file-descriptors\":{\"used\":163,\"max\":20000},\"threading\":{\"thread-count\":56},"
  "\"gc-stats\":{\"Young\":{\"count\":30,\"total-time-ms\":5000},\"Old\":{\"count\":3,\"total-time-ms\":134}}"
  "}}},\"active_alerts\":[{},{}]}}";

/* puppetserver 2: the service is called master, and there is no profiler. */
static const char server2[] =
  "{\"master\":{\"service_version\":\"2.8.1\",\"state\":\"running\",\"status\":{\"experimental\":{\"http-metrics\":["
  "{\"route-id\":\"total\",\"count\":5,\"mean\":10,\"aggregate\":50}]}}},"
  "\"status-service\":{\"state\":\"running\",\"status\":{\"experimental\":{\"jvm-metrics\":{"
  "\"up-time-ms\":1000,\"heap-memory\":{\"used\":102400,\"max\":204800}}}}}}";

static const char database[] =
  "{\"puppetdb-status\":{\"service_version\":\"7.12.1\",\"state\":\"running\",\"status\":{\"maintenance_mode?\":false,"
  "\"queue_depth\":17,\"read_db_up?\":true,\"write_db_up?\":true,\"write_dbs_up?\":false},\"active_alerts\":[]},"
  "\"status-service\":{\"state\":\"running\",\"status\":{}}}";

static const char metrics[] = "[{\"request\":{\"mbean\":\"puppetlabs.puppetdb.mq:name=global.depth\",\"type\":\"read\"}"
                              ",\"value\":{\"Count\":18},\"status\":200},"
                              "{\"request\":{\"mbean\":\"puppetlabs.puppetdb.mq:name=global.processing-time\"},"
                              "\"value\":{\"Mean\":12.5,\"95thPercentile\":40.0,"
                              "\"Max\":99.0,\"Count\":7},\"status\":200},"
                              "{\"request\":{\"mbean\":\"puppetlabs.puppetdb.population:name=num-resources\"},"
                              "\"value\":{\"Value\":-1},\"status\":200},"
                              "{\"request\":{\"mbean\":\"puppetlabs.puppetdb.population:name=avg-resources-per-node\"},"
                              "\"value\":{\"Value\":\"-1/4\"},\"status\":200},"
                              "{\"request\":{\"mbean\":\"puppetlabs.puppetdb.population:name=pct-resource-dupes\"},"
                              "\"value\":{\"Value\":0.125},\"status\":200},"
                              "{\"request\":{\"mbean\":\"puppetlabs.puppetdb.population:name=num-nodes\"},\"error\":"
                              "\"Divide by zero\",\"status\":500},"
                              "17, null]";

/* --- a server --- */

static pid_t server_pid;
static int server_port;

/* The path of the address selects what it does. */
struct page {
  const char *path, *head, *body;
};

static const struct page pages[] = {
  {"GET /server8/status/", "200 OK", server8},
  {"GET /server2/status/", "200 OK", server2},
  {"GET /database/status/", "200 OK", database},
  {"POST /database/metrics/", "200 OK", metrics},
  {"GET /guarded/status/", "200 OK", database},
  {"POST /guarded/metrics/", "403 Forbidden", "Forbidden request: /metrics/v2 (method :post).\nPlease see the logs."},
  {"GET /odd/status/", "200 OK", database},
  {"POST /odd/metrics/", "200 OK", "{\"error\":\"no list\"}"},
  {"GET /starting/status/", "503 Service Unavailable",
   "{\"server\":{\"state\":\"starting\",\"status\":{},\"active_alerts\":[]}}"},
  {"GET /database-starting/status/", "503 Service Unavailable",
   "{\"puppetdb-status\":{\"state\":\"unknown\",\"status\":\"none\"}}"},
  {"GET /html/", "200 OK", "<!DOCTYPE html><html><body>It works!</body></html>"},
  {"GET /nothing/", "200 OK", ""},
  {"GET /garbage/", "200 OK", "\x01\x02\x7f not JSON"},
  {"GET /cut/", "200 OK", "{\"server\":{\"state\":\"run"},
  {"GET /list/", "200 OK", "[1,2,3]"},
  {"GET /other/", "200 OK", "{\"a\":{\"state\":\"running\"}}"},
  {"GET /plain/", "200 OK", "{\"a\":17}"},
  {"GET /forbidden/", "403 Forbidden", "Forbidden request: /status (method :get)."},
  {"GET /login/", "302 Found\r\nLocation: /login", "<html>moved</html>"},
  {"GET /error/", "502 Bad Gateway", "<html><body>nginx</body></html>"},
};

static void send_all(int fd, const char *text, size_t n)
{
  while (n > 0) {
    const ssize_t sent = write(fd, text, n);
    if (sent <= 0) return;
    text += sent;
    n -= (size_t)sent;
  }
}

static void send_page(int fd, const char *head, const char *body)
{
  char text[256];
  const int n = snprintf(text, sizeof text, "HTTP/1.1 %s\r\nContent-Length: %zu\r\n\r\n", head, strlen(body));
  send_all(fd, text, (size_t)n);
  send_all(fd, body, strlen(body));
}

/* Sends text until the other side closes. */
static void send_always(int fd, const char *text)
{
  send_all(fd, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", 38);
  for (int i = 0; i < 1000000; i++) {
    if (write(fd, text, strlen(text)) <= 0) return;
  }
}

static void answer(int fd, const char *request)
{
  static char deep[100001];
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    if (strncmp(request, pages[i].path, strlen(pages[i].path)) == 0) {
      send_page(fd, pages[i].head, pages[i].body);
      return;
    }
  }
  if (strncmp(request, "GET /huge/", 10) == 0)
    send_always(fd, "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],");
  else if (strncmp(request, "GET /slow/", 10) == 0) sleep(120);
  else if (strncmp(request, "GET /none/", 10) == 0) return;
  else if (strncmp(request, "GET /deep/", 10) == 0) send_page(fd, "200 OK", memset(deep, '[', sizeof deep - 1));
  else send_page(fd, "404 Not Found", "{\"kind\":\"service-not-found\",\"msg\":\"No status information found\"}");
}

/* Reads a whole request; "" if the connection ends. */
static void read_request(int fd, char *to, size_t size)
{
  size_t n = 0;
  to[0] = '\0';
  while (n < size - 1) {
    const ssize_t got = read(fd, to + n, size - 1 - n);
    if (got <= 0) break;
    n += (size_t)got;
    to[n] = '\0';
    if (!ascii_is_upper(to[0])) return; /* TLS */
    const char *end = strstr(to, "\r\n\r\n"), *length = strstr(to, "Content-Length: ");
    if (end != NULL && n >= (size_t)(end - to) + 4 + (length != NULL ? (size_t)atoi(length + 16) : 0)) return;
  }
  to[0] = '\0';
}

static _Noreturn void serve(int listening)
{
  static char request[65536];
  signal(SIGPIPE, SIG_IGN);
  for (;;) {
    const int fd = accept(listening, NULL, NULL);
    if (fd < 0) _exit(1);
    if (fork() == 0) {
      for (;;) {
        read_request(fd, request, sizeof request);
        if (request[0] == '\0') _exit(0);
        answer(fd, request);
        if (strncmp(request, "GET /none/", 10) == 0 || strncmp(request, "GET /huge/", 10) == 0) _exit(0);
      }
    }
    close(fd);
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
  }
}

static int start_server(void **state)
{
  (void)state;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t n = sizeof address;
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || bind(fd, (struct sockaddr *)&address, n) != 0 || listen(fd, 16) != 0) return -1;
  getsockname(fd, (struct sockaddr *)&address, &n);
  server_port = ntohs(address.sin_port);
  server_pid = fork();
  if (server_pid == 0) {
    setpgid(0, 0);
    serve(fd);
  }
  setpgid(server_pid, server_pid);
  close(fd);
  return test_make_dir(state);
}

static int stop_server(void **state)
{
  kill(-server_pid, SIGKILL);
  waitpid(server_pid, NULL, 0);
  return test_remove_dir(state);
}

/* --- parts --- */

static void test_paths(void **state)
{
  (void)state;
  json_t *root = json_loads("{\"a\":{\"b\":[{\"id\":\"x/y\",\"n\":1},{\"id\":\"z\",\"n\":2}]},\"c\":null}", 0, NULL);
  double n;
  assert_true(status_json_number(status_json_at(root, "a/b[id=x/y]/n"), &n) && n == 1);
  assert_true(status_json_number(status_json_at(root, "q|a/b[id=z]/n"), &n) && n == 2);
  static const char *const none[] = {"b",   "a/b/n",  "a/b[id=w]/n", "a/b[id=z]/m", "a/c",
                                     "c/d", "a/b[id", "a[id=x]",     "a/b[]"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) assert_null(status_json_at(root, none[i]));
  json_decref(root);
}

static void test_invalid_answers_of_status(void **state)
{
  (void)state;
  static const char *const texts[] = {"", "  \n", "<html>", "{", "17", "\"text\"", "{\"a\":1}x", "nul", "[1e999]"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct buf why = BUF_HEAP;
    assert_null(http_json_read(str_of(texts[i]), &why));
    assert_true(why.n > 0);
    buf_free(&why);
  }
}

/* --- polls --- */

static struct test_source open_at(const char *kind, const char *page, const char *more)
{
  char url[128];
  snprintf(url, sizeof url, "url=http://127.0.0.1:%d/%s/", server_port, page);
  const char *const settings[] = {url, strcmp(page, "slow") == 0 ? "timeout=1" : "timeout=60", more, NULL};
  return test_open(source_kind_find(kind), settings);
}

/* Checks the state; the reason must contain `part`. */
static void polls(const char *kind, const char *page, const char *more, uint32_t wanted, const char *part)
{
  struct test_source t = open_at(kind, page, more);
  const uint32_t got = test_poll(&t, NOW_US);
  if (got != wanted || strstr(t.reason, part) == NULL || (*part == '\0' && t.reason[0] != '\0'))
    fail_msg("%s %s: %s: %s", kind, page, stats_label_name(STATS_ENUM_SOURCESTATE, got), t.reason);
  assert_null(strchr(t.reason, '\n'));
  test_close(&t);
}

static void test_puppetserver_8(void **state)
{
  (void)state;
  polls("puppetserver", "server8", NULL, STATS_SOURCESTATE_OK, "");
  assert_int_equal(test_number(STAT_ficPsState), STATS_SERVICESTATE_RUNNING);
  assert_int_equal(test_number(STAT_ficPsAlerts), 2);
  assert_string_equal(test_text(STAT_ficPsVersion), "8.7.0");
  assert_int_equal(test_number(STAT_ficPsCompiles), 12);
  assert_int_equal(test_number(STAT_ficPsCmpTimeSum), 3000000);
  assert_int_equal(test_number(STAT_ficPsCmpMean), 250000);
  assert_int_equal(test_number(STAT_ficPsJrFree), 1);
  assert_int_equal(test_number(STAT_ficPsJrQueue), 2);
  assert_int_equal(test_number(STAT_ficPsJrBusy), 3);
  assert_int_equal(test_number(STAT_ficPsJrReqMean), 90);
  assert_int_equal(test_number(STAT_ficPsReqs), 500);
  assert_int_equal(test_number(STAT_ficPsCatTimeSum), 3600000);
  assert_int_equal(test_number(STAT_ficPsFileReqs), -1);
  assert_int_equal(test_number(STAT_ficPsHeapUsed), 4882813);
  assert_int_equal(test_number(STAT_ficPsCpu), 1235);
  assert_int_equal(test_number(STAT_ficPsGcCount), 33);
  assert_int_equal(test_number(STAT_ficPsGcTime), 5134000);
  assert_int_equal(test_number(STAT_ficPsStartedAt), 1699999713641000);
  assert_int_equal(test_number(STAT_ficPsUpTime), 286);
}

static void test_puppetserver_2(void **state)
{
  (void)state;
  polls("puppetserver", "server2", NULL, STATS_SOURCESTATE_OK, "");
  assert_string_equal(test_text(STAT_ficPsVersion), "2.8.1");
  assert_int_equal(test_number(STAT_ficPsReqs), 5);
  assert_int_equal(test_number(STAT_ficPsCompiles), -1);
  assert_int_equal(test_number(STAT_ficPsHeapMax), 200);
  assert_int_equal(test_number(STAT_ficPsGcCount), -1);
}

static void test_puppetdb(void **state)
{
  (void)state;
  polls("puppetdb", "database", NULL, STATS_SOURCESTATE_OK, "");
  assert_int_equal(test_number(STAT_ficPdbQueue), 18);
  assert_int_equal(test_number(STAT_ficPdbProcMean), 12500);
  assert_int_equal(test_number(STAT_ficPdbProcP95), 40000);
  assert_int_equal(test_number(STAT_ficPdbResources), -1);
  assert_int_equal(test_number(STAT_ficPdbResMean), -1);
  assert_int_equal(test_number(STAT_ficPdbResDupes), 1250);
  assert_int_equal(test_number(STAT_ficPdbNodes), -1);
  assert_int_equal(test_number(STAT_ficPdbReadUp), 1);
  assert_int_equal(test_number(STAT_ficPdbWriteUp), 2);
  polls("puppetdb", "database", "metrics=false", STATS_SOURCESTATE_OK, "");
  assert_int_equal(test_number(STAT_ficPdbQueue), 17);
  assert_int_equal(test_number(STAT_ficPdbProcMean), -1);
  polls("puppetdb", "guarded", NULL, STATS_SOURCESTATE_REFUSED, "/metrics/v2: HTTP status 403: Forbidden request");
  polls("puppetdb", "guarded", "metrics=no", STATS_SOURCESTATE_OK, "");
  polls("puppetdb", "odd", NULL, STATS_SOURCESTATE_CORRUPT, "not Jolokia's answer");
}

static void test_stopped_services(void **state)
{
  (void)state;
  polls("puppetserver", "starting", NULL, STATS_SOURCESTATE_OK, "the service server is not running: starting");
  assert_int_equal(test_number(STAT_ficPsState), STATS_SERVICESTATE_STARTING);
  polls("puppetdb", "database-starting", NULL, STATS_SOURCESTATE_OK,
        "the service puppetdb-status is not running: unknown");
  assert_int_equal(test_number(STAT_ficPdbState), STATS_SERVICESTATE_UNKNOWN);
}

static void test_bad_answers(void **state)
{
  (void)state;
  const struct {
    const char *page;
    uint32_t state;
    const char *reason;
  } bad[] = {
    {"html", STATS_SOURCESTATE_CORRUPT, "HTML or XML, not JSON"},
    {"nothing", STATS_SOURCESTATE_CORRUPT, "an empty answer"},
    {"garbage", STATS_SOURCESTATE_CORRUPT, "no JSON"},
    {"cut", STATS_SOURCESTATE_CORRUPT, "no JSON"},
    {"deep", STATS_SOURCESTATE_CORRUPT, "JSON"},
    {"list", STATS_SOURCESTATE_CORRUPT, "not that of a status service"},
    {"plain", STATS_SOURCESTATE_CORRUPT, "not that of a status service"},
    {"other", STATS_SOURCESTATE_CORRUPT, "the service server is missing"},
    {"database", STATS_SOURCESTATE_CORRUPT, "the service server is missing"},
    {"huge", STATS_SOURCESTATE_CORRUPT, "more than 100000 bytes"},
    {"none", STATS_SOURCESTATE_CORRUPT, "Empty reply from server"},
    {"forbidden", STATS_SOURCESTATE_REFUSED, "HTTP status 403: Forbidden request: /status (method :get)."},
    {"nowhere", STATS_SOURCESTATE_MISSING, "HTTP status 404: No status information found"},
    {"login", STATS_SOURCESTATE_CORRUPT, "HTTP status 302"},
    {"error", STATS_SOURCESTATE_CORRUPT, "HTTP status 502"},
    {"slow", STATS_SOURCESTATE_TIMEOUT, "timed out"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const char *more = strcmp(bad[i].page, "huge") == 0 ? "most_bytes=100000" : NULL;
    polls("puppetserver", bad[i].page, more, bad[i].state, bad[i].reason);
  }
}

static void assert_refused(const char *url, const char *more, uint32_t state, const char *part)
{
  const char *const settings[] = {url, "timeout=60", more, NULL};
  struct test_source t = test_open(source_kind_find("puppetserver"), settings);
  const uint32_t got = test_poll(&t, NOW_US);
  if (got != state || strstr(t.reason, part) == NULL)
    fail_msg("%s: %s: %s", url, stats_label_name(STATS_ENUM_SOURCESTATE, got), t.reason);
  test_close(&t);
}

/* Nothing listens; and a server without TLS. */
static void test_no_connection(void **state)
{
  (void)state;
  char url[128];
  assert_refused("url=http://127.0.0.1:1", NULL, STATS_SOURCESTATE_REFUSED, "connect");
  snprintf(url, sizeof url, "url=https://127.0.0.1:%d", server_port);
  assert_refused(url, NULL, STATS_SOURCESTATE_REFUSED, "SSL");
  assert_refused(url, "ca=/nonexistent/ca.pem", STATS_SOURCESTATE_REFUSED, "ca = /nonexistent/ca.pem: No such file");
}

static void test_settings(void **state)
{
  (void)state;
  static const struct {
    const char *key, *value, *why;
  } bad[] = {
    {"url", "localhost:8140", "url: expected an address beginning with http:// or https://"},
    {"key", "/k.pem", "key: expected together with certificate"},
    {"certificate", "/c.pem", "certificate: expected together with key"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct source_set *set = source_set_new(source_kinds, source_kind_count);
    struct buf why = BUF_IN(set->arena);
    struct source_entry *e = source_set_add(set, STR("x"), source_kind_find("puppetserver"), &why);
    assert_true(source_set_key(set, e, str_of(bad[i].key), str_of(bad[i].value), &why));
    assert_false(source_set_finish(set, e, &why));
    assert_non_null(strstr(why.p, bad[i].why));
    source_set_free(set);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_paths),          cmocka_unit_test(test_invalid_answers_of_status),
    cmocka_unit_test(test_puppetserver_8), cmocka_unit_test(test_puppetserver_2),
    cmocka_unit_test(test_puppetdb),       cmocka_unit_test(test_stopped_services),
    cmocka_unit_test(test_bad_answers),    cmocka_unit_test(test_no_connection),
    cmocka_unit_test(test_settings),
  };
  return cmocka_run_group_tests(tests, start_server, stop_server);
}

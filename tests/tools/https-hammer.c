/* Asks an HTTPS server again and again, over blocking connections of several processes, and says what became of it:
 * nothing is tried twice, so each lost request counts.
 *
 *   https-hammer --port P --ca FILE [--cert FILE --key FILE] [--path /x] [--clients N] [--seconds S] [--requests N]
 *                [--keep]
 *   https-hammer … --idle N --seconds S
 *
 * The second form opens N connections, sends one request over each, holds them, and asks over another one meanwhile.
 * SIGINT ends it early. Prints one line: "ok 100 failed 0 connect 0 handshake 0 cut 0 status 0 min_ms … median_ms …
 * p95_ms … max_ms …". */
#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TIMES = 1 << 20 };
enum outcome { OK, CONNECT, HANDSHAKE, CUT, STATUS, OUTCOMES };

static struct {
  const char *ca, *cert, *key, *path, *method, *body;
  int port, clients, seconds, idle;
  long requests;
  bool keep;
} o = {.path = "/status/v1/simple", .method = "GET", .clients = 1, .seconds = 3600, .requests = -1};

static struct {
  _Atomic long outcomes[OUTCOMES], ntimes, left;
  _Atomic bool stop;  /* by SIGINT */
  float times[TIMES]; /* milliseconds */
} * shared;

static SSL_CTX *context;
static SSL_SESSION *session;

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static _Noreturn void die(const char *what)
{
  fprintf(stderr, "https-hammer: %s: %s\n", what, strerror(errno));
  exit(2);
}

static int dial(void)
{
  const struct timeval limit = {60, 0};
  const int on = 1;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)o.port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return -1;
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(fd, (struct sockaddr *)&to, sizeof to) == 0) return fd;
  close(fd);
  return -1;
}

static enum outcome open_connection(SSL **out)
{
  const int fd = dial();
  if (fd < 0) return CONNECT;
  SSL *ssl = SSL_new(context);
  SSL_set_fd(ssl, fd);
  if (session != NULL) SSL_set_session(ssl, session);
  if (SSL_connect(ssl) != 1) {
    SSL_free(ssl);
    close(fd);
    return HANDSHAKE;
  }
  *out = ssl;
  return OK;
}

static void close_connection(SSL *ssl)
{
  const int fd = SSL_get_fd(ssl);
  SSL_shutdown(ssl);
  SSL_free(ssl);
  close(fd);
}

/* The answer with its body: by Content-Length, which the server always sends. */
static enum outcome read_answer(SSL *ssl, bool *goes_on)
{
  static char text[1 << 16];
  size_t n = 0;
  char *end = NULL;
  while (end == NULL) {
    const int got = n + 1 < sizeof text ? SSL_read(ssl, text + n, (int)(sizeof text - 1 - n)) : 0;
    if (got <= 0) return CUT;
    n += (size_t)got;
    text[n] = '\0';
    end = strstr(text, "\r\n\r\n");
  }
  const char *length = strcasestr(text, "\r\nContent-Length:"), *last = strcasestr(text, "\r\nConnection: close");
  long left = length == NULL || length > end ? 0 : atol(length + 17);
  const int status = atoi(text + 9);
  *goes_on = last == NULL || last > end;
  left -= (long)(n - (size_t)(end + 4 - text));
  while (left > 0) {
    const int got = SSL_read(ssl, text, sizeof text);
    if (got <= 0) return CUT;
    left -= got;
  }
  return status >= 200 && status < 300 ? OK : STATUS;
}

static enum outcome ask(SSL *ssl, bool *goes_on)
{
  char head[2048];
  const int n = snprintf(
    head, sizeof head, "%s %s HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nContent-Length: %zu\r\n%s%s\r\n", o.method,
    o.path, o.body == NULL ? 0 : strlen(o.body),
    o.body == NULL ? "" : "Content-Type: application/x-www-form-urlencoded\r\n", o.keep ? "" : "Connection: close\r\n");
  if (SSL_write(ssl, head, n) != n) return CUT;
  if (o.body != NULL && SSL_write(ssl, o.body, (int)strlen(o.body)) != (int)strlen(o.body)) return CUT;
  return read_answer(ssl, goes_on);
}

static void note(enum outcome what, double began)
{
  shared->outcomes[what]++;
  if (what == OK) shared->times[shared->ntimes++ % TIMES] = (float)((now() - began) * 1000);
}

static void client(double until)
{
  SSL *ssl = NULL;
  while (!shared->stop && now() < until && (o.requests < 0 || shared->left-- > 0)) {
    const double began = now();
    bool goes_on = false;
    enum outcome what = ssl == NULL ? open_connection(&ssl) : OK;
    if (what == OK) what = ask(ssl, &goes_on);
    note(what, began);
    if (ssl != NULL && (what != OK || !goes_on || !o.keep)) {
      close_connection(ssl);
      ssl = NULL;
    }
    if (what == CONNECT) usleep(1000);
  }
  if (ssl != NULL) close_connection(ssl);
}

static void hold_idle(void)
{
  SSL **all = calloc((size_t)o.idle, sizeof *all);
  bool goes_on;
  o.keep = true;
  const double began = now();
  for (int i = 0; i < o.idle; i++) {
    const enum outcome what = open_connection(&all[i]);
    if (what != OK || ask(all[i], &goes_on) != OK) {
      fprintf(stderr, "connection %d: failed (%d)\n", i, (int)what);
      exit(1);
    }
  }
  printf("opened %d in %.1f s\n", o.idle, now() - began);
  fflush(stdout);
  client(now() + o.seconds);
  int alive = 0;
  for (int i = 0; i < o.idle; i++) alive += ask(all[i], &goes_on) == OK;
  printf("alive %d\n", alive);
  for (int i = 0; i < o.idle; i++) close_connection(all[i]);
  free(all);
}

static int by_time(const void *a, const void *b)
{
  const float x = *(const float *)a, y = *(const float *)b;
  return x < y ? -1 : x > y;
}

static void print_sum(double seconds)
{
  const long n = shared->ntimes < TIMES ? shared->ntimes : TIMES;
  long failed = 0;
  for (int i = 1; i < OUTCOMES; i++) failed += shared->outcomes[i];
  qsort(shared->times, (size_t)n, sizeof *shared->times, by_time);
  printf("ok %ld failed %ld connect %ld handshake %ld cut %ld status %ld rate %.0f", (long)shared->outcomes[OK], failed,
         (long)shared->outcomes[CONNECT], (long)shared->outcomes[HANDSHAKE], (long)shared->outcomes[CUT],
         (long)shared->outcomes[STATUS], (double)shared->outcomes[OK] / seconds);
  if (n > 0)
    printf(" min_ms %.2f median_ms %.2f p95_ms %.2f max_ms %.2f", shared->times[0], shared->times[n / 2],
           shared->times[n * 95 / 100], shared->times[n - 1]);
  printf("\n");
}

static void stop(int signal_number)
{
  (void)signal_number;
  shared->stop = true;
}

static void make_context(void)
{
  context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  if (SSL_CTX_load_verify_locations(context, o.ca, NULL) != 1) die("CA");
  if (o.cert != NULL && (SSL_CTX_use_certificate_file(context, o.cert, SSL_FILETYPE_PEM) != 1 ||
                         SSL_CTX_use_PrivateKey_file(context, o.key, SSL_FILETYPE_PEM) != 1))
    die("certificate");
}

static void read_options(int argc, char **argv)
{
  static const struct option names[] = {{"port", 1, NULL, 'p'},
                                        {"ca", 1, NULL, 'a'},
                                        {"cert", 1, NULL, 'c'},
                                        {"key", 1, NULL, 'k'},
                                        {"path", 1, NULL, 'u'},
                                        {"clients", 1, NULL, 'n'},
                                        {"seconds", 1, NULL, 's'},
                                        {"keep", 0, NULL, 'K'},
                                        {"idle", 1, NULL, 'i'},
                                        {"requests", 1, NULL, 'r'},
                                        {"method", 1, NULL, 'm'},
                                        {"body", 1, NULL, 'b'},
                                        {0}};
  for (int c; (c = getopt_long(argc, argv, "", names, NULL)) != -1;) {
    switch (c) {
    case 'p': o.port = atoi(optarg); break;
    case 'a': o.ca = optarg; break;
    case 'c': o.cert = optarg; break;
    case 'k': o.key = optarg; break;
    case 'u': o.path = optarg; break;
    case 'm': o.method = optarg; break;
    case 'b': o.body = optarg; break;
    case 'n': o.clients = atoi(optarg); break;
    case 's': o.seconds = atoi(optarg); break;
    case 'r': o.requests = atol(optarg); break;
    case 'i': o.idle = atoi(optarg); break;
    case 'K': o.keep = true; break;
    default: exit(2);
    }
  }
  if (o.port == 0 || o.ca == NULL || (o.cert != NULL) != (o.key != NULL)) {
    fprintf(stderr, "usage: https-hammer --port P --ca FILE …\n");
    exit(2);
  }
}

int main(int argc, char **argv)
{
  struct rlimit files;
  read_options(argc, argv);
  signal(SIGPIPE, SIG_IGN);
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) die("memory");
  shared->left = o.requests;
  signal(SIGINT, stop);
  make_context();
  const double began = now();
  if (o.idle > 0) {
    hold_idle();
  } else {
    for (int i = 0; i < o.clients; i++) {
      if (fork() != 0) continue;
      client(began + o.seconds);
      _exit(0);
    }
    while (wait(NULL) > 0 || errno == EINTR) {
    }
  }
  print_sum(now() - began);
  return 0;
}

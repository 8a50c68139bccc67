/* An HTTPS server for tests, which keeps what it is sent.
 *
 *   https-sink DIR CERTIFICATE KEY AUTHORITY [PORT]
 *
 * It prints the port. The client must have a certificate of AUTHORITY; with a "?" before it, it need not have one.
 *
 * Request N (from 1, four digits) becomes DIR/N.head (request line and headers, without carriage returns, then
 * "Client-Serial: HEX" when the client has a certificate) and DIR/N.body. DIR/rules, read at each request, says how it
 * is answered; the first line whose text is a part of the request line counts:
 *
 *   TEXT STATUS [FILE [HEADER]]     the body is that of DIR/FILE; its name tells the type: .json (as without a file),
 *                                   .pem, else bytes; HEADER is one more line, without blanks
 *   TEXT drop                       hangs up
 *   TEXT slow                       says nothing for ten seconds
 *
 * What no line names is answered 200 {"uuid":"00000000-…"}. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"

enum { MAX_HEAD = 64 * 1024, MAX_BODY = 64 * 1024 * 1024 };

static const char *directory;
static atomic_int *count;

static void die(const char *what)
{
  fprintf(stderr, "https-sink: %s\n", what);
  ERR_print_errors_fp(stderr);
  exit(1);
}

static void keep(int n, const char *what, str text)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%04d.%s", directory, n, what);
  FILE *f = fopen(path, "w");
  if (f == NULL || fwrite(text.p, 1, text.n, f) != text.n || fclose(f) != 0) die(path);
}

/* Up to the empty line; false: the client has hung up. */
static bool read_head(SSL *ssl, struct buf *head)
{
  char c;
  buf_clear(head);
  while (head->n < MAX_HEAD && SSL_read(ssl, &c, 1) == 1) {
    if (c == '\r') continue;
    buf_char(head, c);
    if (str_ends(buf_view(head), STR("\n\n"))) return true;
  }
  return false;
}

static bool read_body(SSL *ssl, const char *head, struct buf *body)
{
  const char *at = strcasestr(head, "\ncontent-length:");
  const long n = at != NULL ? atol(at + 16) : 0;
  char piece[16384];
  buf_clear(body);
  if (n < 0 || n > MAX_BODY) return false;
  while (body->n < (size_t)n) {
    const size_t left = (size_t)n - body->n;
    const int got = SSL_read(ssl, piece, (int)(left < sizeof piece ? left : sizeof piece));
    if (got <= 0) return false;
    buf_append(body, piece, (size_t)got);
  }
  return true;
}

struct rule {
  char what[16], file[256], header[256];
};

/* The rule for a request line. */
static void choose(str line, struct rule *out)
{
  char path[4096];
  struct buf rules = BUF_HEAP;
  *out = (struct rule){.what = "200"};
  snprintf(path, sizeof path, "%s/rules", directory);
  if (file_read(path, 1 << 20, &rules) == 0) {
    buf_char(&rules, '\0');
    for (char *save, *rule = strtok_r(rules.p, "\n", &save); rule != NULL; rule = strtok_r(NULL, "\n", &save)) {
      char text[256];
      struct rule r = {.what = ""};
      if (sscanf(rule, "%255s %15s %255s %255s", text, r.what, r.file, r.header) < 2 ||
          str_find(line, str_of(text), 0) == SIZE_MAX)
        continue;
      *out = r;
      break;
    }
  }
  buf_free(&rules);
}

static const char *reason_of(int status)
{
  static const struct {
    int status;
    const char *text;
  } all[] = {{200, "OK"},        {304, "Not Modified"}, {400, "Bad Request"},
             {403, "Forbidden"}, {404, "Not Found"},    {500, "Server Error"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (all[i].status == status) return all[i].text;
  }
  return "Service Unavailable";
}

static bool answer(SSL *ssl, str head)
{
  struct rule rule;
  char path[4600];
  struct buf body = BUF_HEAP, out = BUF_HEAP;
  choose(str_sub(head, 0, str_index(head, '\n', 0)), &rule);
  if (strcmp(rule.what, "drop") == 0) return false;
  if (strcmp(rule.what, "slow") == 0) sleep(10);
  const int status = atoi(rule.what);
  if (rule.file[0] != '\0') {
    snprintf(path, sizeof path, "%s/%s", directory, rule.file);
    if (file_read(path, MAX_BODY, &body) != 0) die(path);
  } else if (status == 200) {
    buf_z(&body, "{\"uuid\":\"00000000-0000-4000-8000-000000000000\"}");
  }
  const str name = str_of(rule.file);
  const char *type = name.n == 0 || str_ends(name, STR(".json")) ? "application/json"
                     : str_ends(name, STR(".pem"))               ? "text/plain"
                                                                 : "application/octet-stream";
  buf_printf(&out, "HTTP/1.1 %d %s\r\nX-Puppet-Version: 7.23.0\r\nContent-Type: %s\r\n%s%s", status, reason_of(status),
             type, rule.header, rule.header[0] != '\0' ? "\r\n" : "");
  if (status == 304) buf_z(&out, "\r\n");
  else buf_printf(&out, "Content-Length: %zu\r\n\r\n%.*s", body.n, STR_FMT(buf_view(&body)));
  const bool ok = SSL_write(ssl, out.p, (int)out.n) == (int)out.n;
  buf_free(&body);
  buf_free(&out);
  return ok;
}

/* Who asks, for N.head. */
static void add_serial(SSL *ssl, struct buf *head)
{
  X509 *certificate = SSL_get1_peer_certificate(ssl);
  BIGNUM *number = certificate != NULL ? ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate), NULL) : NULL;
  char *hex = number != NULL ? BN_bn2hex(number) : NULL;
  if (hex != NULL) buf_printf(head, "Client-Serial: %s\n", hex);
  OPENSSL_free(hex);
  BN_free(number);
  X509_free(certificate);
}

static void serve(SSL_CTX *context, int fd)
{
  struct buf head = BUF_HEAP, body = BUF_HEAP;
  SSL *ssl = SSL_new(context);
  SSL_set_fd(ssl, fd);
  if (SSL_accept(ssl) != 1) return;
  while (read_head(ssl, &head)) {
    buf_char(&head, '\0');
    head.n--;
    if (!read_body(ssl, head.p, &body)) break;
    const int n = atomic_fetch_add(count, 1) + 1;
    add_serial(ssl, &head);
    keep(n, "body", buf_view(&body));
    keep(n, "head", buf_view(&head));
    if (!answer(ssl, buf_view(&head))) return;
  }
  SSL_shutdown(ssl);
}

static SSL_CTX *make_context(char **argv)
{
  SSL_CTX *context = SSL_CTX_new(TLS_server_method());
  const bool optional = argv[4][0] == '?';
  if (context == NULL || SSL_CTX_use_certificate_chain_file(context, argv[2]) != 1 ||
      SSL_CTX_use_PrivateKey_file(context, argv[3], SSL_FILETYPE_PEM) != 1 ||
      SSL_CTX_load_verify_locations(context, argv[4] + optional, NULL) != 1) {
    die("certificates cannot be used");
  }
  SSL_CTX_set_verify(context, optional ? SSL_VERIFY_PEER : SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
  return context;
}

static int listen_at(int port)
{
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t length = sizeof address;
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 16) != 0 ||
      getsockname(fd, (struct sockaddr *)&address, &length) != 0) {
    die("cannot listen");
  }
  printf("%d\n", ntohs(address.sin_port));
  fclose(stdout);
  return fd;
}

int main(int argc, char **argv)
{
  if (argc < 5) die("usage: https-sink DIR CERTIFICATE KEY AUTHORITY [PORT]");
  directory = argv[1];
  signal(SIGCHLD, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (count == MAP_FAILED) die("no memory");
  SSL_CTX *context = make_context(argv);
  const int listening = listen_at(argc > 5 ? atoi(argv[5]) : 0);
  for (;;) {
    const int fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0 && fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      close(listening);
      serve(context, fd);
      close(fd);
      _exit(0);
    }
    if (fd >= 0) close(fd);
  }
}

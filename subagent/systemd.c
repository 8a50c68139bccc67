#include "subagent/systemd.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void notify_systemd(const char *fmt, ...)
{
  char text[512];
  const char *path = getenv("NOTIFY_SOCKET");
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  size_t n = path == NULL ? 0 : strlen(path);
  if (n < 2 || n >= sizeof to.sun_path || (path[0] != '/' && path[0] != '@')) return;
  memcpy(to.sun_path, path, n);
  if (path[0] == '@') to.sun_path[0] = '\0'; /* the abstract namespace */
  va_list ap;
  va_start(ap, fmt);
  int length = vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  if (length < 0) return;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  sendto(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&to,
         (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n));
  close(fd);
}

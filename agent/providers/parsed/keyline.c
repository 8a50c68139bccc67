/* Options, which can contain blanks in quotes, precede the type of the key, so a line is parsed by searching for a
 * known type. */
#include "agent/providers/parsed/keyline.h"

static const char *const kinds[] = {"ssh-dss",
                                    "ssh-ed25519",
                                    "ssh-rsa",
                                    "ecdsa-sha2-nistp256",
                                    "ecdsa-sha2-nistp384",
                                    "ecdsa-sha2-nistp521",
                                    "ecdsa-sk",
                                    "ed25519-sk",
                                    "sk-ecdsa-sha2-nistp256@openssh.com",
                                    "sk-ssh-ed25519@openssh.com",
                                    "ssh-rsa-cert-v01@openssh.com",
                                    "ssh-ed25519-cert-v01@openssh.com",
                                    "ssh-dss-cert-v01@openssh.com",
                                    "ecdsa-sha2-nistp256-cert-v01@openssh.com",
                                    "ecdsa-sha2-nistp384-cert-v01@openssh.com",
                                    "ecdsa-sha2-nistp521-cert-v01@openssh.com",
                                    NULL};

static bool is_kind(str word)
{
  for (int i = 0; kinds[i] != NULL; i++) {
    if (str_eqz(word, kinds[i])) return true;
  }
  return false;
}

static bool is_space(char c) { return ascii_is_space((unsigned char)c); }

/* Parses the type at `at`, blanks, the key up to the next space character, and the rest. */
static bool parse_at(str line, size_t at, struct keyline *out)
{
  size_t end = at;
  while (end < line.n && !is_space(line.p[end])) end++;
  size_t key = end;
  while (key < line.n && is_space(line.p[key])) key++;
  if (key == end || key == line.n || !is_kind(str_sub(line, at, end - at))) return false;
  size_t stop = key, name;
  while (stop < line.n && line.p[stop] != ' ') stop++;
  for (name = stop; name < line.n && is_space(line.p[name]);) name++;
  *out = (struct keyline){str_sub(line, 0, at > 0 ? at - 1 : 0), str_sub(line, at, end - at),
                          str_sub(line, key, stop - key), str_from(line, name)};
  return true;
}

bool keyline_parse(str line, struct keyline *out)
{
  /* Searches from the end, since options match greedily; they have at least one byte, even if it is a blank. */
  for (size_t at = line.n; at > 1; at--) {
    if (is_space(line.p[at - 1]) && parse_at(line, at, out)) return true;
  }
  return parse_at(line, 0, out);
}

static bool is_option_char(char c) { return ascii_is_word((unsigned char)c) || c == '-'; }

struct array *keyline_options(struct arena *a, str s)
{
  struct valuevec out = {0};
  for (size_t at = 0; at < s.n;) {
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t')) at++;
    size_t end = at;
    while (end < s.n && is_option_char(s.p[end])) end++;
    if (end == at) break;
    if (end + 1 < s.n && s.p[end] == '=' && s.p[end + 1] == '"') {
      /* The value ends at the first quote after at least one character that is not a backslash. */
      size_t quote = end + 3;
      while (quote < s.n && !(s.p[quote] == '"' && s.p[quote - 1] != '\\')) quote++;
      if (quote < s.n) end = quote + 1;
    }
    valuevec_push(&out, a, value_str(str_sub(s, at, end - at)));
    at = end;
    size_t comma = at;
    while (comma < s.n && (s.p[comma] == ' ' || s.p[comma] == '\t')) comma++;
    if (comma < s.n && s.p[comma] == ',') {
      for (at = comma + 1; at < s.n && (s.p[at] == ' ' || s.p[at] == '\t');) at++;
    }
  }
  return (struct array *)valuevec_array(&out, a).array;
}

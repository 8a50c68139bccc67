/* ssh: the public keys of this host and their fingerprints in the form of DNS records. */

#include "agent/facts/facts_internal.h"
#include "base/arena.h"
#include "base/base64.h"
#include "base/digest.h"

static const struct {
  const char *type, *name;
  int number; /* the algorithm's number in SSHFP records */
} kinds[] = {
  {"ssh-rsa", "rsa", 1},
  {"ssh-dss", "dsa", 2},
  {"ecdsa-sha2-nistp256", "ecdsa", 3},
  {"ssh-ed25519", "ed25519", 4},
};

static void put_fingerprint(struct facts_host *h, struct fact *prints, const char *algorithm, int number, int hash,
                            str key)
{
  str hex;
  if (digest_hex(h->arena, algorithm, key, &hex))
    fact_put_str(h->arena, prints, algorithm, arena_printf(h->arena, "SSHFP %d %d %.*s", number, hash, STR_FMT(hex)));
}

static void put_key(struct facts_host *h, struct fact *ssh, str text)
{
  str type = facts__next_word(&text), key = facts__next_word(&text);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!str_eqz(type, kinds[i].type) || key.n == 0) continue;
    struct fact *one = fact_put(h->arena, ssh, kinds[i].name, FACT_HASH);
    struct fact *prints = fact_put(h->arena, one, "fingerprints", FACT_HASH);
    str bytes = base64_decode(h->arena, key);
    put_fingerprint(h, prints, "sha1", kinds[i].number, 1, bytes);
    put_fingerprint(h, prints, "sha256", kinds[i].number, 2, bytes);
    fact_put_str(h->arena, one, "key", key);
    fact_put_str(h->arena, one, "type", type);
  }
}

void facts__ssh(struct facts_host *h)
{
  static const char *const dirs[] = {"/etc/ssh", "/usr/local/etc/ssh", "/etc", "/usr/local/etc", "/etc/opt/ssh"};
  static const char *const files[] = {"rsa", "dsa", "ecdsa", "ed25519"};
  struct fact *ssh = fact_new(h->arena, FACT_HASH);
  str text;
  for (size_t d = 0; d < sizeof dirs / sizeof dirs[0]; d++)
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++)
      if (facts__read(h, arena_printf(h->arena, "%s/ssh_host_%s_key.pub", dirs[d], files[f]).p, &text))
        put_key(h, ssh, text);
  if (ssh->first) fact_copy(h->arena, h->facts, STR("ssh"), ssh);
}

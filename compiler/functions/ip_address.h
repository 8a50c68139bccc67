/* IP addresses as Ruby's IPAddr reads them. */
#ifndef FICELLE_FUNCTIONS_IP_ADDRESS_H
#define FICELLE_FUNCTIONS_IP_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum ip_family { NOT_IP, IPV4, IPV6 };

struct ip_address {
  enum ip_family family;
  uint8_t bytes[16], mask[16]; /* network order; IPv4 uses the first 4. Bits outside the mask are 0 */
};

/* Parses "192.0.2.1", "2001:db8::/32", "10.0.0.0/255.0.0.0", "[::1]", "fe80::1%eth0". False: not an address. */
bool ip_address_read(str text, struct ip_address *out);
/* Returns its family; NOT_IP: not an address. */
enum ip_family ip_address_family(str text);

#endif

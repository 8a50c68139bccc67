#!/bin/bash
# What a new operator uses: ficelle-snmp-setup on copies of snmpd's configuration, and names with Net-SNMP's own modules only.
. "$(dirname "$0")/lib.sh"
DEFAULT=$(sed -n 's/^OID_DEFAULT := //p' Makefile)

# Debian's stock configuration, and what the command makes of it.
etc() {
  rm -rf "$T/etc" "$T/before"
  mkdir -p "$T/etc/snmpd.conf.d"
  printf 'mibs :\n' >"$T/etc/snmp.conf"
  printf '%s\n' 'master  agentx' 'agentaddress  127.0.0.1' 'view   systemonly  included   .1.3.6.1.2.1.1' \
    'rocommunity  public default -V systemonly' 'rouser authPrivUser authpriv -V other' "$@" >"$T/etc/snmpd.conf"
  cp -r "$T/etc" "$T/before"
}
setup() { FICELLE_SNMP_ETC=$T/etc sh subagent/ficelle-snmp-setup --no-restart "$@" 2>&1; }
unchanged() { diff -r "$T/etc" "$T/before"; }

etc "includeDir $T/etc/snmpd.conf.d"
check "a dry run says what it would do" bash -c 'grep -q "would write .*ficelle.conf" <<<"$1"' - "$(setup --dry-run)"
check "a dry run changes nothing" unchanged
check "it succeeds" setup
same "each view that somebody has shows the MIB" "other systemonly" \
  "$(sed -n "s/^view \(.*\) included .$DEFAULT\$/\1/p" "$T/etc/snmpd.conf.d/ficelle.conf" | sort | paste -sd' ')"
for oid in 1.3.6.1.4.1.20267.200 1.3.6.1.4.1.20267.400; do
  check "and the MIB of sources at $oid" grep -q "^view systemonly included \.$oid\$" "$T/etc/snmpd.conf.d/ficelle.conf"
done
same "the tools load the MIB" 1 "$(grep -c '^mibs +FICELLE-MIB$' "$T/etc/snmp.conf")"
cp -r "$T/etc" "$T/once"
same "a second run has nothing to do" "nothing to change" "$(setup | head -1)"
check "and changes nothing" diff -r "$T/etc" "$T/once"
check "a user may write" setup --rwuser ops
same "with authentication and privacy, in a view of its own" "rwuser ops authpriv -V ficelle" "$(grep ops "$T/etc/snmpd.conf.d/ficelle.conf")"
check "more trees may be shown" setup --oid .1.3.6.1.4.1.20267.401 --oid 1.2.3
same "in the same views" "other systemonly" \
  "$(sed -n 's/^view \(.*\) included .1.3.6.1.4.1.20267.401$/\1/p' "$T/etc/snmpd.conf.d/ficelle.conf" | sort | paste -sd' ')"
same "a name is no number" "ficelle-snmp-setup: --oid: 'redis' is no number of an object" "$(setup --oid redis)"
check "undoing succeeds" setup --undo
check "undoing leaves the files as they were" unchanged
same "a bad name of a user is refused" "ficelle-snmp-setup: --rwuser: 'a b' is no name of a user" "$(setup --rwuser 'a b')"

etc
check "without includeDir it succeeds too" setup
same "with a block in snmpd.conf" 1 "$(grep -c '^# begin ficelle-snmp-setup' "$T/etc/snmpd.conf")"
check "undoing succeeds" setup --undo
check "undoing leaves the files as they were" unchanged
rm "$T/etc/snmpd.conf"
same "no snmpd is an error" "ficelle-snmp-setup: $T/etc/snmpd.conf is not there: install snmpd first (apt-get install snmpd)" "$(setup)"

# Names on a host without IETF modules: only Net-SNMP's module that holds the default root, and ours.
mkdir "$T/only"
cp /usr/share/snmp/mibs/NET-SNMP-MIB.txt "$T/only"
mib_text "$DEFAULT" "$T/only/FICELLE-MIB.txt"
for f in mibs/imports/*; do cp "$f" "$T/only/ficelle-${f##*/}.txt"; done
translate() { snmptranslate -M "$1" -m FICELLE-MIB "${@:2}" 2>&1; }
same "a name becomes a number without a word of complaint" ".$DEFAULT.1.2.1.0" "$(translate "$T/only" -On FICELLE-MIB::ficCmpTotal.0)"
same "a time has its display hint" 'DISPLAY-HINT	"2d-1d-1d,1d:1d:1d.1d,1a1d:1d"' \
  "$(translate "$T/only" -Td FICELLE-MIB::ficCmpLastAt | sed -n 's/^ *\(DISPLAY-HINT.*\)/\1/p')"
# The IETF's modules, before ours in the search path and after them.
mib_folder
rm "$T/mibs/FICELLE-MIB"
for path in "$T/only:$T/mibs" "$T/mibs:$T/only"; do
  same "with the IETF's modules nothing is missing (${path/*only:*/ours first})" ".$DEFAULT.1.2.1.0" \
    "$(translate "$path" -On FICELLE-MIB::ficCmpTotal.0)"
done
# What ours say is what the IETF's say.
for name in $(sed -n 's/^\([A-Za-z0-9-]*\) *OBJECT IDENTIFIER ::= .*/\1/p' mibs/imports/SNMPv2-SMI); do
  number=$(snmptranslate -M "$T/mibs" -m SNMPv2-SMI -On "SNMPv2-SMI::$name" 2>&1)
  same "$name has the IETF's number" "$number" "$(snmptranslate -M "$T/only" -m SNMPv2-SMI -On "SNMPv2-SMI::$name" 2>&1)"
done
summary

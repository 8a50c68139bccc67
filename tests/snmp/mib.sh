#!/bin/bash
# The text of FICELLE-MIB: without a complaint of smilint, complete, and re-rooted by one variable.
. "$(dirname "$0")/lib.sh"
mib_folder
DEFAULT=$(sed -n 's/^OID_DEFAULT := //p' Makefile)

MIB=$BUILD/managers/FICELLE-MIB

lint() { SMIPATH=$T/mibs smilint -c /dev/null -l 9 "$1" 2>&1; }
same "smilint -l 9 has nothing to say" "" "$(lint "$MIB")"
same "smilint does find faults" 1 "$(sed 's/SYNTAX      Gauge32/SYNTAX      Gauge33/' "$MIB" >"$T/bad" && lint "$T/bad" | grep -c . | sed 's/[1-9][0-9]*/1/')"

for other_module in REDIS-SERVER-MIB MYSQL-SERVER-MIB; do
  same "smilint -l 9 has nothing to say about $other_module" "" "$(lint "$BUILD/managers/$other_module")"
done
check "a root elsewhere is refused" bash -c '! "$1" "$2" 1.3.6.1.2.1.99' - "$GENERATE" "$T/bad.d"
other=1.3.6.1.4.1.99999.7.3
mib_text "$other" "$T/rerooted"
same "smilint -l 9 has nothing to say about another root" "" "$(lint "$T/rerooted")"
same "nothing of the old root is left in any file" "" "$(grep -rli 'playpen\|\.8140\|8072\.9999' "$T/generated")"
check "all files are there for another root" diff <(cd "$BUILD/managers" && find . -type f ! -name .made ! -name opennms-install ! -name "*.gz" | sort) <(cd "$T/generated" && find . -type f | sort)
same "Net-SNMP finds ficCmpTotal below the other root" ".$other.1.2.1.0" \
  "$(snmptranslate -M "$T/mibs" -m "$T/rerooted" -On FICELLE-MIB::ficCmpTotal.0 2>&1)"
same "Net-SNMP finds ficCmpTotal" ".$ROOT.1.2.1.0" \
  "$(snmptranslate -M "$T/mibs" -m FICELLE-MIB -On FICELLE-MIB::ficCmpTotal.0 2>&1)"

objects() { sed -n 's/^\(fic[A-Za-z0-9]*\) OBJECT-TYPE$/\1/p' "$MIB"; }
at_least "objects" 80 "$(objects | wc -l)" objects
same "accessible names have at most 19 characters" "" \
  "$(awk '/OBJECT-TYPE$/ {n = $1} /MAX-ACCESS/ && $2 != "not-accessible" && length(n) > 19 {print n}' "$MIB")"
same "every counter has units" "" \
  "$(awk '/OBJECT-TYPE$/ {n = $1; u = 0; c = 0} /SYNTAX *Counter64/ {c = 1} /UNITS/ {u = 1} /MAX-ACCESS/ && c && !u {print n}' "$MIB")"
same "every accessible object is in a group" "" \
  "$(for n in $(awk '/OBJECT-TYPE$/ {n = $1} /MAX-ACCESS *(read-only|read-write|accessible-for-notify)/ {print n}' "$MIB"); do
       grep -q "^        $n,\{0,1\}$" "$MIB" || echo "$n"; done)"
same "no line is longer than 80 columns below the head" "" "$(sed 1,5d "$MIB" | awk 'length > 80')"
summary

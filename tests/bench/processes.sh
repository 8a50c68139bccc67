# shellcheck shell=bash
# What all processes of a server take, sourced by stacks and soak.

# The process and its children, and theirs.
family() { for p in "$1" $(pgrep -P "$1"); do echo "$p"; [ "$p" = "$1" ] || family "$p" | tail -n +2; done; }
memory_mib() { for p in $(family "$1"); do sed -n 's/^Pss: *\([0-9]*\) kB/\1/p' "/proc/$p/smaps_rollup"; done 2>/dev/null | awk '{ n += $1 } END { printf "%.0f", n / 1024 }'; }

# Processor time of all of them, in hundredths of a second.
processor() { for p in $(family "$1"); do sed 's/.*) //' "/proc/$p/stat"; done 2>/dev/null | awk '{ n += $12 + $13 } END { print n + 0 }'; }

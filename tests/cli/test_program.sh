# Programs of their own as subcommands: `ficelle NAME` runs `ficelle-NAME`.
mkdir programs
printf '#!/bin/sh\necho "$0: $*"; exit 7\n' > programs/ficelle-puppeteer
printf 'text\n' > programs/ficelle-text
chmod 755 programs/ficelle-puppeteer
PATH=$PWD/programs:$PATH
check 'a program of PATH is run with its arguments and status' 7 puppeteer --one 'two three'
out "$PWD/programs/ficelle-puppeteer: --one two three"
check 'what is no program is no subcommand' 1 text
check 'a name with a slash is none' 1 ../programs/ficelle-puppeteer
out '~Unknown Puppet subcommand'

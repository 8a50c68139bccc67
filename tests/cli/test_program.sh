# Separate programs as subcommands: `ficelle NAME` runs `ficelle-NAME`.
mkdir programs
printf '#!/bin/sh\necho "$0: $*"; exit 7\n' > programs/ficelle-puppeteer
printf 'text\n' > programs/ficelle-text
chmod 755 programs/ficelle-puppeteer
PATH=$PWD/programs:$PATH
run 'a program in PATH gets its arguments and returns its status' 7 puppeteer --one 'two three'
out "$PWD/programs/ficelle-puppeteer: --one two three"
run 'a file that is not executable is not a subcommand' 1 text
run 'a name with a slash is not a subcommand' 1 ../programs/ficelle-puppeteer
out '~Unknown Puppet subcommand'
run 'help lists the program' 0 help
out '~  puppeteer'
run 'help does not list a file that is not executable' 0 help
if grep -q '^  text$' out; then bad 'it lists what cannot be run'; else ok; fi
run 'the program prints its own help' 7 help puppeteer
out "$PWD/programs/ficelle-puppeteer: --help"
mkdir -p modules/tool/lib/puppet/face modules/tool/lib/puppet/application
touch modules/tool/lib/puppet/face/greet.rb modules/tool/lib/puppet/application/greet.rb modules/tool/lib/puppet/face/other.rb modules/tool/lib/puppet/face/node.rb
mkdir -p code/environments/production
run 'subcommands of modules are listed, too' 0 --help
FICELLE=$FICELLE_REAL run 'each is listed once, without built-in subcommands' 0 help --basemodulepath "$PWD/modules" --codedir "$PWD/code"
printf 'Subcommands of modules:\n  greet\n  other\n\n' >wanted
sed -n '/^Subcommands of modules/,/^$/p' out | cmp -s - wanted && ok || bad "it is: $(cat out)"
mkdir alone && cp "$FICELLE_REAL" alone/ficelle
runs 'a program of another package' 1 env PATH=/nowhere "$PWD/alone/ficelle" ssl show
err 'Error: ficelle-ssl is not installed: it is in the package ficelle-agent'

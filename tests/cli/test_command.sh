# The command line in general: standard output, standard error and exit status. Compare with the real Puppet 7.23.
run 'no arguments' 0
out "See 'ficelle help' for help on available ficelle subcommands"
run 'unknown subcommand' 1 nosuch
out "~Error: Unknown Puppet subcommand 'nosuch'"
run 'unknown option' 1 --nosuch
out 'Error: Could not parse application options: invalid option: --nosuch'
run 'unknown action' 1 config nosuch
err "Error: 'config' has no 'nosuch' action.  See \`ficelle help config\`."
run 'no action' 1 config
err "Error: 'config' has no default action.  See \`ficelle help config\`."
run 'unknown option of an action' 1 config print --nosuch
err 'Error: Could not parse application options: invalid option: --nosuch'
run 'missing argument' 1 config print --section
err 'Error: Could not parse application options: missing argument: --section'
run 'unexpected argument' 1 config print --daemonize=false
err 'Error: Could not parse application options: needless argument: --daemonize=false'
run 'version' 0 --version
version=$(cat out)
run 'version, short' 0 -V
out "$version"
run 'version as a subcommand' 0 version
out "$version"
run 'help' 0 help
out '~Subcommands:'
run 'help as an option' 0 --help
out '~Subcommands:'
run 'help of a subcommand' 0 help config
out '~  print '
run 'help of an action' 0 help config print
out '~Usage: ficelle config print'
run 'help of an action as an option' 0 config print --help
out '~--section SECTION'
run 'help of an unknown subcommand' 1 help nosuch
err '~Could not load help for the subcommand nosuch.'

case_name='full disk'
"$FICELLE" config print > /dev/full 2> err
if [ $? = 1 ]; then ok; else bad 'status is not 1'; fi
err '~Error: Could not write to standard output: No space left on device'
case_name='closed pipe'
{ "$FICELLE" config print 2> err; echo $? > status; } | head -c 1 > /dev/null
err ''

echo 'notice(1)' > good.pp
echo 'notice(1' > bad.pp
run 'validate: JSON of a valid manifest' 0 parser validate --render-as json good.pp
out ''
run 'validate: JSON' 1 parser validate --render-as json good.pp bad.pp
out "~    \"full_message\": \"Could not parse for environment production: Syntax error at end of input (file: $PWD/bad.pp)\","
run 'validate: console' 1 parser validate --render-as console bad.pp
err "~Error: Could not parse for environment production: Syntax error at end of input (file: $PWD/bad.pp)"
run 'validate: dumping exceptions' 1 parser validate --render-as yaml bad.pp
err 'Error: not supported: --render-as yaml'
run 'validate: unknown format' 1 parser validate --render-as nosuch bad.pp
err "Error: Invalid rendering format 'nosuch'"

# Abbreviated options, as Ruby's OptionParser completes them.
run 'an abbreviated setting' 0 config print certname --certn abc
out abc
run 'an abbreviated setting with an attached value' 0 config print certname --certn=abc
out abc
run 'an option with abbreviated words' 0 config print exclude_unchanged_resources --no-excl_unch
out false
run 'an abbreviated option of a command' 0 config print --sect agent splay
out false
run 'case is ignored' 0 config print noop --NOO
out true
run 'an ambiguous option' 1 config print --no noop
err 'Error: Could not parse application options: ambiguous option: --no'
run 'help' 0 config print --hel
out '~Usage: ficelle config print'
run 'no matching option' 1 config print --noopx

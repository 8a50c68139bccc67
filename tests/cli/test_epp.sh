# `ficelle epp render`. Expectations were recorded from Puppet 7.23.
printf '<%%- | $x = 1 | -%%>\nx=<%%= $x %%>\n' > t1.epp
printf 'a <%%= $x \n' > bad.epp
printf 'a <%%= fail("x") %%>' > fail.epp
printf '{x => 7}\n' > v.pp
printf 'x: 9\n' > v.yaml
printf -- '- 1\n' > list.yaml
printf 'a: b\nos: {name: Z}\n' > f.yaml
mkdir -p mods/m/templates
printf 'mx\n' > mods/m/templates/x.epp
render() { # render NAME STATUS ARGUMENT...
  name=$1 wanted=$2
  shift 2
  run "$name" "$wanted" epp render --modulepath "$PWD/mods" --confdir "$PWD/conf" --vardir "$PWD/var" "$@"
}
hint="Error: Try 'ficelle help epp render' for usage"
render 'a text' 0 -e 'a <%= $x %>' --values '{x=>1}'
out 'a 1'
render 'values that are not a hash' 1 -e 'a' --values '[1]'
err "Error: --values option must evaluate to a Hash or undef, got: 'Array'
$hint"
render 'values with an error' 1 -e 'a' --values '{x=>'
err "Error: Syntax error at end of input (file: values-hash)
$hint"
render 'values that are undef' 0 -e 'a' --values undef
out a
render 'keys that are not names' 1 -e 'a' --values '{1=>2}'
err '~--values option must evaluate to a Hash with names as keys'
render 'values from facts' 0 -e '<%= $name %>' --values '$facts["os"]' --facts f.yaml
out Z
render 'an error' 1 -e 'a <%= $x + a %>' --values '{x=>2}'
err "Error: Evaluation Error: The value 'a' cannot be converted to Numeric. (file: inlined-epp-text, line: 1, column: 12)
$hint"
out ''
render 'a wrong argument' 1 -e '<% | Integer $x | %>z' --values '{x=>a}'
err "Error: lambda: parameter 'x' expects an Integer value, got String
$hint"
render 'a file' 0 t1.epp
out x=1
render 'an absolute path' 0 "$PWD/t1.epp"
out x=1
render 'a template of a module' 0 m/x.epp
out mx
render 'a template of a module, without .epp' 0 m/x
out mx
render 'several templates and a values file' 0 t1.epp t1.epp --values_file v.pp
out '--- t1.epp
x=7

--- t1.epp
x=7'
render 'no header; values override the values file' 0 t1.epp t1.epp --no-header --values_file v.yaml --values '{x=>3}'
out 'x=3
x=3'
render 'values in YAML' 0 t1.epp --values_file v.yaml
out x=9
render 'a missing values file' 0 t1.epp --values_file nosuch.yaml
out x=1
err 'Error: Could not load --values_file No such file or directory @ rb_sysopen - nosuch.yaml'
render 'a values file of another type' 0 t1.epp --values_file v.txt
out x=1
err 'Error: Only .yaml or .pp can be used as a --values_file'
render 'a values file without a hash' 1 t1.epp --values_file list.yaml
err "~--values_file option must evaluate to a Hash or undef/nil, got: 'Array'"
render 'a missing template' 1 nosuch.epp t1.epp
out ''
err "Error: --- nosuch.epp
Error: Could not find template 'nosuch.epp'
Error: error while rendering epp
$hint"
render 'a template with a syntax error' 1 "$PWD/bad.epp" t1.epp
err "Error: epp(): Invalid EPP: Unbalanced epp tag, reached <eof> without closing tag. (file: $PWD/bad.epp, line: 2, column: 1)
$hint"
render 'a template that fails' 1 "$PWD/fail.epp"
err "Error: Evaluation Error: Error while evaluating a Function Call, x (file: $PWD/fail.epp, line: 1, column: 7)
Error: error while rendering epp
$hint"
render 'facts and the node' 0 --facts f.yaml --node foo.bar -e '<%= $a %> <%= $facts["os"]["name"] %> <%= $server_facts %> <%= $environment %>|<%= $::a %>'
out 'b Z {} production|b'
render 'a missing facts file' 1 -e x --facts nosuch.yaml
err "Error: Could not read the facts in nosuch.yaml: No such file or directory
$hint"
render 'facts that are not a hash' 1 -e x --facts list.yaml
err '~The facts are not a hash'
render 'a sensitive value' 0 -e '<%= Sensitive("a") %>'
out a
render 'an unknown variable' 1 -e 'a <%= $nosuch %>'
err "Error: Evaluation Error: Unknown variable: 'nosuch'. (file: inlined-epp-text, line: 1, column: 7)
$hint"
render 'an unknown variable, not strict' 0 -e 'a <%= $nosuch %>' --strict warning --no-strict_variables
err "Warning: Unknown variable: 'nosuch'. (file: inlined-epp-text, line: 1, column: 7)"
render 'a resource' 0 -e '<% file { "/x": } %>ok'
out ok
render 'nothing' 0
out '~'
case_name='standard input'
printf 'in <%%= 1 + 1 %%>\n' | "$FICELLE" epp render --modulepath "$PWD/mods" --confdir "$PWD/conf" > out 2> err
if [ $? = 0 ]; then ok; else bad 'status is not 0'; fi
out 'in 2'

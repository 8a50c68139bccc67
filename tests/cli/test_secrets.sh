# The program prints no secrets: compiles a list of expressions with Sensitive values at level debug; the log in all its
# formats, the statistics, `catalog why` and `catalog diff` must not contain the value.
e=code/environments/production
mkdir -p conf $e/data $e/modules/m/lib/puppet/functions/m $e/modules/m/manifests $e/modules/m/templates
cat > $e/hiera.yaml <<'END'
version: 5
hierarchy:
  - {name: common, path: common.yaml}
  - {name: back end in Ruby, lookup_key: "m::data"}
END
cat > $e/data/common.yaml <<'END'
m::plain: geheimnis7
m::converted: geheimnis7
interp: "%{lookup('m::converted')}"
lookup_options:
  m::converted: {convert_to: Sensitive}
  "in::ruby": {convert_to: Sensitive}
END
cat > $e/modules/m/lib/puppet/functions/m/enc.rb <<'END'
Puppet::Functions.create_function(:'m::enc') do
  dispatch(:f) { param 'Any', :x }
  def f(x)
    Puppet::Pops::Types::PSensitiveType::Sensitive.new('x' + (x.respond_to?(:unwrap) ? x.unwrap : x))
  end
end
END
cat > $e/modules/m/lib/puppet/functions/m/bad.rb <<'END'
Puppet::Functions.create_function(:'m::bad') do
  dispatch(:f) { param 'Sensitive', :x }
  def f(x)
    raise ArgumentError, "no use for #{x}"
  end
end
END
cat > $e/modules/m/lib/puppet/functions/m/data.rb <<'END'
Puppet::Functions.create_function(:'m::data') do
  dispatch(:f) { param 'String', :key; param 'Hash', :options; param 'Puppet::LookupContext', :context }
  def f(key, _options, context)
    key == 'in::ruby' ? 'geheimnis7' : context.not_found
  end
end
END
echo 'class m($plain, Sensitive[String] $converted) { user { "a": password => $converted } }' > $e/modules/m/manifests/init.pp
echo '<%= $s.unwrap %>' > $e/modules/m/templates/x.epp
if command -v openssl > /dev/null; then
  openssl req -x509 -newkey rsa:2048 -nodes -keyout private.pem -out public.pem -subj /CN=test -days 2 2> /dev/null
  secret=$(printf geheimnis7 | openssl smime -encrypt -aes-256-cbc -binary -outform DER public.pem | base64 | tr -d '\n')
  cat >> $e/hiera.yaml <<END
  - name: secrets
    lookup_key: eyaml_lookup_key
    path: secret.eyaml
    options: {pkcs7_private_key: "$PWD/private.pem", pkcs7_public_key: "$PWD/public.pem"}
END
  echo "encrypted: ENC[PKCS7,$secret]" > $e/data/secret.eyaml
  sed -i '/^lookup_options/a\  encrypted: {convert_to: Sensitive}' $e/data/common.yaml
fi
echo '{"os": {"name": "T"}}' > facts.json
ficelle() {
  timeout 60 "$FICELLE" "$@" --confdir "$PWD/conf" --vardir "$PWD/var" --codedir "$PWD/code" --statsfile "$PWD/stats" \
    --environmentpath "$PWD/code/environments" --facts facts.json < /dev/null
}
# The log is all standard output and error except the catalog, and the log files.
log_of() { # log_of CODE
  rm -f a.log a.jsonl
  ficelle catalog compile n1 --debug --code "$1" --logdest "console,$PWD/a.log,$PWD/a.jsonl" > out 2> err
  status=$?
  { sed '/^{$/,/^}/d' out; cat err a.log a.jsonl; } > log
}

case_name='other values are logged'
log_of 'notice("geheimnis7")'
if [ "$(grep -c geheimnis7 log)" = 3 ]; then ok; else bad "$(cat log)"; fi

cat > cases <<'END'
a parameter|user { 'u': password => Sensitive('geheimnis7') }
inside|notify { 'n': message => {'k' => [Sensitive('geheimnis7')]} }
notice|notice(Sensitive('geheimnis7'))
debug|debug(Sensitive('geheimnis7'))
debug of a list|debug([Sensitive('geheimnis7'), {'a' => Sensitive('geheimnis7')}])
interpolated|notice("x${Sensitive('geheimnis7')}x")
fail|fail(Sensitive('geheimnis7'))
mismatch|class k(Integer $x) { } class { 'k': x => Sensitive('geheimnis7') }
mismatch inside|class k(Sensitive[Integer] $x) { } class { 'k': x => Sensitive('geheimnis7') }
mismatch enum|class k(Sensitive[Enum['a','b']] $x) { } class { 'k': x => Sensitive('geheimnis7') }
mismatch pattern|function f(Sensitive[Pattern[/^a/]] $x) { } f(Sensitive('geheimnis7'))
mismatch struct|class k(Struct[{a => Integer}] $x) { } class { 'k': x => {'a' => Sensitive('geheimnis7')} }
assert_type|assert_type(Sensitive[Integer], Sensitive('geheimnis7'))
assert_type of a string|assert_type(String[99], Sensitive('geheimnis7'))
a return type|function f() >> Integer { Sensitive('geheimnis7') } f()
operator|notice(Sensitive('geheimnis7') + 1)
comparison|notice(Sensitive('geheimnis7') < 1)
match|notice(Sensitive('geheimnis7') =~ /a/)
index|notice(Sensitive('geheimnis7')[0])
access|notice({Sensitive('geheimnis7') => 1}['a'])
case|case Sensitive('geheimnis7') { 'a': { } default: { notice('d') } }
selector|notice(Sensitive('geheimnis7') ? { 'a' => 1 })
title|notify { Sensitive('geheimnis7'): }
type|notice(type(Sensitive('geheimnis7')))
new|notice(String.new(Sensitive('geheimnis7')))
new with a format|notice(String.new(Sensitive('geheimnis7'), '%p'))
integer|notice(Integer(Sensitive('geheimnis7')))
deferred|notify { 'n': message => Deferred('m::enc', [Sensitive('geheimnis7')]) }
unwrapped in an epp|user { 'u': password => Sensitive(epp('m/x.epp', {'s' => Sensitive('geheimnis7')})) }
inline epp|user { 'u': password => Sensitive(inline_epp('<%= $s.unwrap %>', {'s' => Sensitive('geheimnis7')})) }
epp wrong type|notice(inline_epp('<%- | Integer $s | -%>', {'s' => Sensitive('geheimnis7')}))
epp sensitive|user { 'u': password => inline_epp('<%= $s %>', {'s' => Sensitive('geheimnis7')}) }
erb|$s = Sensitive('geheimnis7') user { 'u': password => Sensitive(inline_template('<%= @s.unwrap %>')) }
erb shown|$s = Sensitive('geheimnis7') notice(inline_template('<%= @s %>'))
erb inspected|$s = Sensitive('geheimnis7') notice(inline_template('<%= @s.inspect %>'))
erb fails|$s = Sensitive('geheimnis7') notice(inline_template('<%= @s.nosuch %>'))
erb by Ruby|$s = Sensitive('geheimnis7') notice(inline_template('<%= @s.to_s; require "set"; Set.new([@s]).size %>'))
function in Ruby|user { 'u': password => m::enc(Sensitive('geheimnis7')) }
function in Ruby, plain|user { 'u': password => m::enc('geheimnis7') }
function in Ruby fails|m::bad(Sensitive('geheimnis7'))
function in Ruby, mismatch|m::bad('x', Sensitive('geheimnis7'))
data, converted|user { 'u': password => lookup('m::converted') }
data, parameter|include m
data, wrong type|notice(lookup('m::converted', Integer))
data, interpolated|notice(lookup('interp'))
data, unconvertible in a class|class c($x = lookup('m::converted', Sensitive[Integer])) { } include c
data, default|user { 'u': password => lookup('nope', undef, undef, Sensitive('geheimnis7')) }
data, plain into a parameter|user { 'u': password => Sensitive(lookup('m::plain')) }
override|user { 'u': password => Sensitive('x') } User <| title == 'u' |> { password => Sensitive('geheimnis7') }
collected by it|@user { 'u': password => 'x' } User <| password == Sensitive('geheimnis7') |>
collected by the plain|$p = Sensitive('geheimnis7').unwrap @user { 'u': password => Sensitive('x') } User <| password == $p |>
twice|user { 'u': password => Sensitive('geheimnis7') } User['u'] { password => Sensitive('geheimnis7x') }
duplicate|user { 'u': password => Sensitive('geheimnis7') } user { 'u': password => Sensitive('geheimnis7') }
default|User { password => Sensitive('geheimnis7') } user { 'u': }
relationship|notify { 'n': require => Sensitive('geheimnis7') }
generate|user { 'u': password => Sensitive(generate('/bin/echo', Sensitive('geheimnis7').unwrap)) }
node encrypt|user { 'u': password => Sensitive('geheimnis7').m::enc }
lambda|Sensitive('geheimnis7').unwrap |$p| { user { 'u': password => Sensitive($p) } }
reserved|$trusted = Sensitive('geheimnis7')
split|notice(split(Sensitive('geheimnis7'), 'h'))
sprintf|notice(sprintf('%s %p', Sensitive('geheimnis7'), Sensitive('geheimnis7')))
join|notice(join([Sensitive('geheimnis7')], ','))
to_json|notice(String([Sensitive('geheimnis7')]))
regsubst|notice(regsubst(Sensitive('geheimnis7'), 'a', 'b'))
iteration|[Sensitive('geheimnis7')].each |$x| { notice($x) notice(type($x)) }
assign twice|$a = Sensitive('geheimnis7') $a = 1
unknown attribute|user { 'u': nosuch => Sensitive('geheimnis7') }
metaparameter|user { 'u': loglevel => Sensitive('geheimnis7') }
tag|user { 'u': tag => Sensitive('geheimnis7') }
ensure|file { '/x': ensure => Sensitive('geheimnis7') }
inline epp fails|notice(inline_epp('<%= $s + {} %>', {'s' => Sensitive('geheimnis7')}))
data, encrypted|user { 'u': password => lookup('encrypted') }
data, encrypted and interpolated|notice(lookup('encrypted')) notice("${lookup('encrypted')}")
data, of a back end in Ruby|user { 'u': password => lookup('in::ruby') }
END
while IFS='|' read -r name code; do
  case_name="secrets: $name"
  log_of "$code"
  case $name in
  data,*wrong* | data,*unconv*) most=1 ;;
  data,*) most=0 ;;
  *) most=1 ;;
  esac
  if [ $status -gt $most ]; then bad "status $status: $(cat err)"
  elif [ ! -s a.jsonl ]; then bad 'there is no log'
  elif grep -q geheimnis7 log; then bad "$(grep geheimnis7 log | head -3)"
  else ok; fi
done < cases

case_name='secrets: the statistics'
if grep -aq geheimnis7 stats; then bad 'a secret is in the statistics'; else ok; fi
code="user { 'u': password => Sensitive('geheimnis7') } notify { 'n': message => {'k' => [Sensitive('geheimnis7')]} }"
for resource in 'User[u]' 'Notify[n]'; do
  case_name="secrets: why $resource"
  ficelle catalog why "$resource" n1 --debug --code "$code" > out 2>&1
  if [ $? = 0 ] && ! grep -q geheimnis7 out; then ok; else bad "$(cat out)"; fi
  ficelle catalog why "$resource" n1 --code "$code" --render-as json > out 2>&1
  if [ $? = 0 ] && ! grep -q geheimnis7 out; then ok; else bad "$(cat out)"; fi
done
case_name='secrets: diff'
ficelle catalog compile n1 --rich_data --code "$code" 2> /dev/null | sed '/^Notice/d' > a.json
ficelle catalog compile n1 --rich_data --code "$(echo "$code" | sed s/geheimnis7/geheimnis78/g)" 2> /dev/null | sed '/^Notice/d' > b.json
timeout 60 "$FICELLE" catalog diff a.json b.json --debug > out 2>&1
if [ $? = 2 ] && ! grep -q geheimnis7 out; then ok; else bad "$(cat out)"; fi

# `ficelle lookup`: values, explanations, encrypted data.
mkdir -p e/environments/production/data conf
cat > e/environments/production/hiera.yaml <<'END'
version: 5
defaults: {datadir: data, data_hash: yaml_data}
hierarchy:
  - {name: os, path: "%{facts.os.name}.yaml"}
  - {name: common, path: common.yaml}
END
cat > e/environments/production/data/common.yaml <<'END'
lookup_options: {h: {merge: hash}}
a: 1
h: {x: [1, "two"], y: ~}
t: "%{facts.os.name} %{lookup('a')}"
v: "%{set}"
END
echo 'h: {o: s}' > e/environments/production/data/Test.yaml
echo '{"os": {"name": "Test"}}' > facts.json
l() {
  name=$1 status=$2
  shift 2
  run "lookup: $name" "$status" lookup --confdir "$PWD/conf" --vardir "$PWD/var" --codedir "$PWD/e" --node n1 \
    --environmentpath "$PWD/e/environments" --facts facts.json "$@"
}
l 'a number' 0 a
out '--- 1'
l 'a hash' 0 h
out '---
x:
- 1
- two
"y":
o: s'
l 'as JSON' 0 h --render-as json
out '{"x":[1,"two"],"y":null,"o":"s"}'
l 'as text' 0 h --render-as s --merge first
out '{"o"=>"s"}'
l 'interpolated' 0 t
out '--- Test 1'
# An error in a function of the data is part of the explanation.
mkdir -p e/environments/production/modules/failing/functions
printf 'version: 5\nhierarchy:\n  - {name: a, lookup_key: failing::key}\n' > e/environments/production/modules/failing/hiera.yaml
echo 'function failing::key($k, $o, $c) { if $k == "failing::x" { fail("on purpose") } else { $c.not_found } }' \
  > e/environments/production/modules/failing/functions/key.pp
l 'an error in a data function, explained' 0 failing::x --explain
out '~  Module "failing" Data Provider'
out '~Evaluation Error: Error while evaluating a Function Call, on purpose (file: '
l 'an error in a data function' 1 failing::x
l 'nothing found' 1 nope
out ''
err ''
l 'a default' 0 nope --default x
out '--- x'
l 'the first of several' 0 nope a
out '--- 1'
l 'a wrong type' 1 a --type String
err 'Error: Could not run: Found value has wrong type, expects a String value, got Integer'
l 'no key' 1
err 'Error: Could not run: No keys were given to lookup.'
l 'a wrong merge' 1 a --merge x
err "~only accepts 'first', 'hash', 'unique', or 'deep'"
l 'options of a deep merge' 1 a --sort-merged-arrays
err "~are only available with '--merge deep'"
l 'a wrong format' 1 a --render-as x
err "Error: Could not run: Unknown rendering format 'x'"
l 'explained' 0 --explain a
out "Searching for \"lookup_options\"
  Global Data Provider (hiera configuration version 5)
    No such key: \"lookup_options\"
  Environment Data Provider (hiera configuration version 5)
    Using configuration \"$PWD/e/environments/production/hiera.yaml\"
    Merge strategy hash
      Hierarchy entry \"os\"
        Path \"$PWD/e/environments/production/data/Test.yaml\"
          Original path: \"%{facts.os.name}.yaml\"
          No such key: \"lookup_options\"
      Hierarchy entry \"common\"
        Path \"$PWD/e/environments/production/data/common.yaml\"
          Original path: \"common.yaml\"
          Found key: \"lookup_options\" value: {
            \"h\" => {
              \"merge\" => \"hash\"
            }
          }
      Merged result: {
        \"h\" => {
          \"merge\" => \"hash\"
        }
      }
Searching for \"a\"
  Global Data Provider (hiera configuration version 5)
    No such key: \"a\"
  Environment Data Provider (hiera configuration version 5)
    Using configuration \"$PWD/e/environments/production/hiera.yaml\"
    Hierarchy entry \"os\"
      Path \"$PWD/e/environments/production/data/Test.yaml\"
        Original path: \"%{facts.os.name}.yaml\"
        No such key: \"a\"
    Hierarchy entry \"common\"
      Path \"$PWD/e/environments/production/data/common.yaml\"
        Original path: \"common.yaml\"
        Found key: \"a\" value: 1"
l 'nothing found, explained' 0 --explain nope
out "~Function lookup() did not find a value for the name 'nope'"
l 'interpolation explained' 0 --explain t
out '~        Interpolation on "%{facts.os.name} %{lookup('"'a'"')}"'
l 'options explained' 0 --explain-options h
out '~Merge strategy hash'
l 'explained as JSON' 0 --explain --render-as json a
out '~{"branches":[{"branches":[{"key":"lookup_options","event":"not_found","type":"data_provider"'
l 'a variable that only a manifest sets' 1 v
err "~Undefined variable 'set'"
mkdir -p e/environments/production/manifests
echo '$set = "by the manifest"' > e/environments/production/manifests/site.pp
l 'after compiling' 0 v --compile
out '--- by the manifest'

# Given facts are used wherever facts are, and custom facts of modules are not resolved.
g=given/environments/production
mkdir -p $g/data $g/manifests given/environments/production/modules/m/lib/facter var/yaml/facts
cat > $g/hiera.yaml <<'END'
version: 5
hierarchy:
  - {name: all, path: "%{networking.hostname}-%{os.name}-%{kernel}-%{::more}.yaml"}
END
echo 'k: hit' > $g/data/given-GivenOS-GivenKernel-.yaml
echo 'k: stored' > $g/data/given-GivenOS-GivenKernel-stored.yaml
echo 'networking: {hostname: given}
os: {name: GivenOS}
kernel: GivenKernel' > given.yaml
echo "Facter.add(:slow) { setcode { File.write('$PWD/collected', 'x') } }" > $g/modules/m/lib/facter/slow.rb
f() {
  name=$1 status=$2
  shift 2
  FICELLE=$FICELLE_REAL run "lookup: $name" "$status" lookup k --confdir "$PWD/conf" --vardir "$PWD/var" \
    --codedir "$PWD/given" --environmentpath "$PWD/given/environments" "$@"
}
f 'given facts of this host' 0 --facts given.yaml
out '--- hit'
f 'given facts of this host, compiled' 0 --facts given.yaml --compile
out '--- hit'
case_name='lookup: no custom facts with --facts'
if [ -e collected ]; then bad 'they were collected'; else ok; fi
f 'given facts of a node' 0 --facts given.yaml --node n2
out '--- hit'
f 'no facts of a node' 1 --node n2
err '~Error: Could not run: No facts available for target node: n2'
printf -- '--- !ruby/object:Puppet::Node::Facts\nname: n2\nvalues: {more: stored, kernel: Stored}\n' > var/yaml/facts/n2.yaml
f 'given facts over those of a node' 0 --facts given.yaml --node n2 --compile
out '--- stored'

if command -v openssl > /dev/null; then
  openssl req -x509 -newkey rsa:2048 -nodes -keyout private.pem -out public.pem -subj /CN=test -days 2 2> /dev/null
  secret=$(printf 'geheim' | openssl smime -encrypt -aes-256-cbc -binary -outform DER public.pem | base64 | tr -d '\n')
  folded=$(printf 'geheim' | openssl smime -encrypt -aes-256-cbc -binary -outform DER public.pem | base64 | sed 's/^/    /')
  cat > e/environments/production/hiera.yaml <<END
version: 5
hierarchy:
  - name: secrets
    lookup_key: eyaml_lookup_key
    path: secret.eyaml
    options: {pkcs7_private_key: "$PWD/private.pem", pkcs7_public_key: "$PWD/public.pem"}
  - {name: no key, lookup_key: eyaml_lookup_key, path: other.eyaml, options: {pkcs7_private_key: /nonexistent, pkcs7_public_key: "$PWD/public.pem"}}
  - {name: variables, lookup_key: eyaml_lookup_key, path: variables.eyaml, options: {pkcs7_private_key_env_var: PRIVATE, pkcs7_public_key_env_var: PUBLIC}}
  - {name: no public key, lookup_key: eyaml_lookup_key, path: public.eyaml, options: {pkcs7_private_key: "$PWD/private.pem"}}
  - {name: no options, lookup_key: eyaml_lookup_key, path: private.eyaml, options: {pkcs7_public_key: "$PWD/public.pem"}}
END
  cat > e/environments/production/data/secret.eyaml <<END
whole: ENC[PKCS7,$secret]
inside: "before ENC[PKCS7,$secret] after %{lookup('plain')}"
block: >
    ENC[PKCS7,
$folded]
plain: open
deep: {list: ["ENC[$secret]"]}
broken: ENC[PKCS7,MIIBaaaa]
END
  for key in other variables public private; do echo "$key: ENC[PKCS7,$secret]" > e/environments/production/data/$key.eyaml; done
  l 'a secret' 0 whole
  out '--- geheim'
  l 'secrets in a text' 0 inside
  out '--- before geheim after open'
  l 'a folded secret' 0 block
  out '--- geheim'
  l 'a secret deep inside' 0 deep.list.0
  out '--- geheim'
  l 'what is not encrypted' 0 plain
  out '--- open'
  l 'a broken secret' 0 --explain broken
  out '~hiera-eyaml backend error decrypting ENC[PKCS7,MIIBaaaa] when looking up broken in'
  l 'no private key' 0 --explain other
  out '~Error was No such file or directory @ rb_sysopen - /nonexistent'
  l 'no public key' 0 --explain public
  out '~Error was pkcs7_public_key is not defined'
  l 'no private key option' 0 --explain private
  out '~Error was pkcs7_private_key is not defined'
  l 'variables that are not set' 0 --explain variables
  out '~Error was no implicit conversion of nil into String'
  PRIVATE=$(cat private.pem) PUBLIC=$(cat public.pem)
  export PRIVATE PUBLIC
  l 'keys in variables' 0 variables
  out '--- geheim'
  openssl req -x509 -newkey rsa:2048 -nodes -keyout private.pem -out public.pem -subj /CN=other -days 2 2> /dev/null
  l 'a secret of another key' 0 --explain whole
  out '~hiera-eyaml backend error decrypting'
fi

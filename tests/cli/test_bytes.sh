# Bytes that are not valid text: how Puppet 8 writes them in a catalog.
mkdir -p conf mods/stdlib/lib/puppet/parser/functions
touch mods/stdlib/lib/puppet/parser/functions/base64.rb
echo '{"name": "none-stdlib", "version": "8.5.0", "author": "none", "license": "none", "source": "none", "dependencies": []}' >mods/stdlib/metadata.json
options="--confdir $PWD/conf --vardir $PWD/var --modulepath $PWD/mods --facts /dev/null"
printf '\376\355\000\200abc' > bytes
catalog() { # catalog NAME STATUS MANIFEST [OPTION...]
  name=$1 wanted=$2
  printf '%s\n' "$3" > site.pp
  shift 3
  run "$name" "$wanted" catalog compile n --manifest "$PWD/site.pp" $options --render-as json "$@"
}
for format in json rich_data_json yaml; do
  catalog "a file of bytes as text, $format" 1 "file { '/x': content => file('$PWD/bytes') }" --render-as $format
  err "~Error: source sequence is illegal/malformed utf-8 (file: $PWD/site.pp, line: 1)"
done
catalog 'in a hash in an array' 1 "notify { 'x': message => [{ 'a' => \"b\${file('$PWD/bytes')}\" }] }"
err "~Error: source sequence is illegal/malformed utf-8 (file: $PWD/site.pp, line: 1)"
catalog 'a text that becomes valid' 0 "\$x = file('$PWD/bytes') notify { 'x': message => md5(\$x) }"
catalog 'a binary file' 0 "file { '/x': content => binary_file('$PWD/bytes') }"
out '~"parameters":{"content":{"__ptype":"Binary","__pvalue":"/u0AgGFiYw=="}}'
catalog 'bytes of a function' 0 "file { '/x': content => base64('decode', '/u0AgGFiYw==') }"
out '~"parameters":{"content":{"__ptype":"Binary","__pvalue":"/u0AgGFiYw=="}}'
catalog 'bytes that could be text' 0 "file { '/x': content => \"a\${base64('decode', 'w6k=')}\" }"
out '~"parameters":{"content":{"__ptype":"Binary","__pvalue":"YcOp"}}'
catalog 'in a hash and an array' 0 "notify { 'x': message => [{ 'a' => base64('decode', '/u0=') }] }"
out '~"message":[{"a":{"__ptype":"Binary","__pvalue":"/u0="}}]'
catalog 'bytes that are ASCII are text' 0 "file { '/x': content => base64('decode', 'YWJj') }"
out '~"parameters":{"content":"abc"}'
catalog 'without rich data' 1 "file { '/x': content => base64('decode', '/u0AgGFiYw==') }" --no-rich_data
err "~Error: source sequence is illegal/malformed utf-8 (file: $PWD/site.pp, line: 1)"
catalog 'bytes that could be text, without rich data' 0 "file { '/x': content => base64('decode', 'w6k=') }" --no-rich_data
out '~"parameters":{"content":"é"}'
if [ -e "$(dirname "$FICELLE_REAL")/ficelle-ruby.so" ]; then
  catalog 'bytes of Ruby' 0 "file { '/x': content => inline_template('<%= [254, 1].pack(\"C*\") %>') }"
  out '~"parameters":{"content":{"__ptype":"Binary","__pvalue":"/gE="}}'
  printf '\376 <%%= @x %%>' > bytes.erb
  catalog 'a template with bytes that are no text' 0 "\$x = 'a' file { '/x': content => md5(template('$PWD/bytes.erb')) }"
  out "~\"content\":\"$(printf '\376 a' | md5sum | cut -d' ' -f1)\""
  catalog 'invalid text from Ruby' 1 "file { '/x': content => inline_template('<%= [254, 1].pack(\"C*\").force_encoding(\"UTF-8\") %>') }"
  err "~Error: source sequence is illegal/malformed utf-8 (file: $PWD/site.pp, line: 1)"
fi
run 'evaluate' 1 evaluate $options -e "file('$PWD/bytes')"
err 'Error: source sequence is illegal/malformed utf-8'
run 'evaluate, bytes' 0 evaluate $options -e "base64('decode', '/u0=')"
out '{"__ptype":"Binary","__pvalue":"/u0="}'
printf 'version: 5\nhierarchy: [{ name: a, data_hash: bytes }]\n' > hiera.yaml
printf "function bytes(\$o, \$c) { { 'a' => file('$PWD/bytes') } }\n" > site.pp
run 'lookup' 1 lookup a $options --hiera_config "$PWD/hiera.yaml" --manifest "$PWD/site.pp" --compile --render-as json
err '~source sequence is illegal/malformed utf-8'

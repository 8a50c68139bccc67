# In the place of functions that modules have in Ruby: simple ones, the same for both compilers. Read by overlay.rb.
function pick(*$a) {
  $b = $a.filter |$x| { $x =~ NotUndef and $x != '' }
  if $b.empty { fail('pick: nothing to pick') }
  $b[0]
}
function pick_default(*$a) {
  $b = $a.filter |$x| { $x =~ NotUndef and $x != '' }
  if $b.empty { $a[-1] } else { $b[0] }
}
function merge(*$a) {
  $a.reduce({}) |$m, $x| { if $x =~ Hash { $m + $x } else { $m } }
}
function deep_merge(*$a) {
  $a.reduce({}) |$m, $x| { if $x =~ Hash { $m + $x } else { $m } }
}
function ensure_packages($names, $attributes = {}) {
  $list = $names ? { Array => $names, default => [$names] }
  $list.each |$n| {
    unless defined(Package[$n]) { package { $n: * => ({ 'ensure' => 'installed' } + $attributes) } }
  }
}
function ensure_resource($type, $title, $attributes = {}) {
  unless defined(Resource[$type, $title]) { create_resources($type, { $title => $attributes }) }
}
function ensure_resources($type, $resources, $defaults = {}) { create_resources($type, $resources, $defaults) }
function assert_private(*$a) { }
function is_service_default($x) { $x == '<SERVICE DEFAULT>' }
function any2array(*$a) { $a.flatten }
function str2bool($x) { $x ? { Boolean => $x, /^(y|yes|t|true|1)$/ => true, default => false } }
function bool2str($x, *$a) { "${x}" }
function has_key($h, $k) { $k in $h }
function member($a, $x) { $x in $a }
function delete($a, $x) { $a - $x }
function prefix($a, $p = '') { $a.map |$x| { "${p}${x}" } }
function suffix($a, $p = '') { $a.map |$x| { "${x}${p}" } }
function concat(*$a) { $a.reduce([]) |$m, $x| { $m + $x } }
function delete_undef_values($h) { $h.filter |*$x| { $x[-1] =~ NotUndef } }
function get_module_path($m) { "/modules/${m}" }
function os_transport_url($h) { "url of ${h}" }
function range($a, $b) { Integer[Integer($a), Integer($b)].map |$x| { $x } }
function is_array($x) { $x =~ Array }
function is_string($x) { $x =~ String }
function is_hash($x) { $x =~ Hash }
function is_bool($x) { $x =~ Boolean }
function is_integer($x) { $x =~ Integer }
function template(*$a) { "template of ${a}" }
function inline_template(*$a) { "inline template of ${a}" }

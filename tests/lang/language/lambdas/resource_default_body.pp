$h = { 'a' => { 'message' => 'one' }, 'b' => {} }
$h.each |$n, $attrs| {
  notify { default: message => 'dflt'; $n: * => $attrs }
}

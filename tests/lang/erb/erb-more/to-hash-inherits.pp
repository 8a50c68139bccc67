# Undef in an inherited class hides nothing.
$top = 1
$z = 2
class base { $inb = 'base' $both = undef $top = undef $q = 5 }
class c($p1 = 1, $p2 = undef) inherits base {
  $local = 'x'
  $q = undef
  $names = ['top', 'z', 'inb', 'both', 'q', 'p1', 'p2', 'local', 'title', 'module_name', 'lam', 'inner', 'outer']
  [1].each |$lam| {
    $inner = 2
    [3].each |$deep| {
      $outer = undef
      notice(inline_template('<%= (scope.to_hash.keys & @names).inspect %>'))
      notice(inline_template('<%= (scope.to_hash(true, true).keys & @names).inspect %>'))
    }
    notice(inline_template('<%= scope.to_hash(false).keys.inspect %>'))
    notice(inline_template('<%= %w[top q inb lam inner p2].map { |n| scope.to_hash[n].inspect }.join(",") %>'))
    notice(inline_template('<%= @top.inspect %> <%= scope["top"].inspect %> <%= scope.to_hash["top"].inspect %>'))
  }
}
include c

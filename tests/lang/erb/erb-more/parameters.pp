# A template in the default of a parameter sees no parameters as variables of its own.
class c($a = 1, $b = inline_template('<%= @a.inspect %> <%= scope.to_hash.key?("a") %> <%= scope["a"].inspect %>')) {
  notice($b)
  notice(inline_template('<%= @a.inspect %> <%= scope.to_hash["a"].inspect %>'))
}
include c
[1].each |$x, $y = (inline_template('<%= @x.inspect %> <%= scope["x"].inspect %>'))| {
  notice($y)
  notice(inline_template('<%= @x.inspect %> <%= scope.to_hash["x"].inspect %>'))
}
define d($p = 'p', $q = inline_template('<%= @p.inspect %> <%= @title %>')) { notice($q) }
d { 't': }
function f($m, $n = inline_template('<%= @m.inspect %>')) { "${m} ${n} ${inline_template('<%= @m %> <%= @n %>')}" }
notice(f(5))

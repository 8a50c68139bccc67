$x = 'top'
$w = 'outer'
class base { $b = 'inherited' }
class c inherits base {
  $x = 'own'
  notice(inline_template('<%= @x %> <%= @w %> <%= @b %> <%= @nothing.inspect %>'))
}
include c

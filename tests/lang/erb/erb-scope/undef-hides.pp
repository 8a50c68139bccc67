$x = 'top'
class c {
  $x = undef
  notice(inline_template('<%= @x.inspect %> <%= has_variable?("x") %> <%= scope.lookupvar("::x") %>'))
}
include c

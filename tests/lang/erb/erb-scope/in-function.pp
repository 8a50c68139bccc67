$x = 'top'
function f($a) {
  inline_template('<%= @a %> <%= @x %>')
}
notice(f('arg'))

$x = 'top'
class c($y = 'cy') {
  $z = inline_template(@(T))
    <%= scope.lookupvar('x') %> <%= scope.lookupvar('::x') %> <%= scope['y'] %> <%= scope['c::y'] %> <%= scope.lookupvar('::c::y') %> <%= @title %> <%= @name %> <%= @module_name.inspect %>
    | T
  notice($z)
}
include c

# Each is a hash of its own, with the same values in it.
class c {
  $a = ['x']
  $b = 'text'
  notice(inline_template('<% h = scope.to_hash; h["b"] = "other"; h.delete("a"); h["new"] = 1 %><%= h["b"] %> <%= h.key?("a") %> <%= scope.to_hash["b"] %> <%= scope.to_hash.key?("new") %> <%= @b %>'))
  notice(inline_template('<% scope.to_hash["a"] << "y" %><%= @a.inspect %> <%= scope["a"].inspect %>'))
  notice($a)
  notice(inline_template('<% h = scope.to_hash(false); h.merge!("b" => 1) %><%= h["b"] %> <%= scope.to_hash.merge("b" => 2)["b"] %>'))
}
include c

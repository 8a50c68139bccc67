# What is set afterwards is not in it.
class other { $inside = 1 }
class c {
  notice(inline_template('<% h = scope.to_hash; scope.setvar("v", 1) %><%= h.key?("v") %> <%= scope.to_hash["v"] %> <%= h["title"] %>'))
  notice(inline_template('<% h = scope.to_hash(false); f = h["name"]; scope.setvar("w", [2]) %><%= h["w"].inspect %> <%= f %> <%= scope.to_hash(false)["w"].inspect %>'))
  notice(inline_template('<% h = scope.to_hash; scope.call_function("include", ["other"]) %><%= h.key?("v") %> <%= h.key?("inside") %>'))
}
include c

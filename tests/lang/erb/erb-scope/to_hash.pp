class c {
  $p = 1
  notice(inline_template('<%= scope.to_hash["p"] %> <%= scope.to_hash.key?("nope") %>'))
}
include c

# What is there, and in which order; undef takes away what is further out.
$outer = 1
$gone = 2
$u = undef
define d($x = 1, $y, $gone = undef) {
  $outer = 3
  notice(inline_template('<%= scope.to_hash(false).inspect %>'))
  notice(inline_template('<%= scope.to_hash(false, true).inspect %>'))
  notice(inline_template('<%= (scope.to_hash.keys & ["outer", "gone", "u", "x", "y", "title", "facts", "nodevar"]).inspect %>'))
  notice(inline_template('<%= scope.to_hash(true, true).key?("u") %> <%= scope.to_hash(true, true).key?("gone") %>'))
}
node default {
  $nodevar = 7
  d { 'foo': y => 2 }
}

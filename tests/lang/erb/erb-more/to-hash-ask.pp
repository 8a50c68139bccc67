class c {
  $a = 1
  $n = undef
  $h = { 'k' => [1, { 'x' => 'y' }] }
  $s = 'text'
  notice(inline_template('<%= scope.to_hash["a"] %> <%= scope.to_hash[:a].inspect %> <%= scope.to_hash["nope"].inspect %>'))
  notice(inline_template('<%= scope.to_hash.key?("n") %> <%= scope.to_hash.has_key?("a") %> <%= scope.to_hash.include?("s") %>'))
  notice(inline_template('<%= scope.to_hash.fetch("a") %> <%= scope.to_hash.fetch("nope", 7) %> <%= scope.to_hash.fetch("n") { |k| k + "!" } %>'))
  notice(inline_template('<%= scope.to_hash.dig("h", "k", 1, "x") %> <%= scope.to_hash.values_at("a", "nope", "s").inspect %>'))
  notice(inline_template('<%= scope.to_hash.reject { |k, v| !["a", "s"].include?(k) }.inspect %>'))
  notice(inline_template('<%= scope.to_hash(false).select { |k, v| v.is_a?(String) && v != "" }.sort.inspect %>'))
  notice(inline_template('<% scope.to_hash(false).each_pair do |k, v| %><%= k %>:<%= v.class %> <% end %>'))
  notice(inline_template('<%= scope.to_hash(false).size %> <%= scope.to_hash(false).empty? %> <%= scope.to_hash(false) == scope.to_hash(false) %>'))
  notice(inline_template('<%= scope.to_hash["facts"]["os"]["family"] %> <%= scope.to_hash["osfamily"] %>'))
}
include c

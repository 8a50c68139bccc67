$words = ['a-1', 'b', 'a-2', 'x-9', 'a-1']
notice(inline_template('<% n = Hash.new(0); @words.each { |w| n[w[/^[a-z]+-/] || "none"] += 1 } %><%= n.inspect %> <%= n["nope"] %> <%= n.size %>'))
notice(inline_template('<% n = Hash.new("d") %><%= n["x"] %> <%= n.fetch("x", 1) %> <%= n.key?("x") %> <%= n.dig("x") %> <%= n.values_at("x").inspect %> <%= n.delete("x").inspect %> <%= n.dup["x"] %> <%= n.merge("a" => 1)["x"] %> <%= n.reject { false }["x"].inspect %> <%= n.inspect %>'))
notice(inline_template('<% n = Hash.new(0); n["a"] = 1; n.delete_if { |k, v| v == 1 } %><%= n["a"] %><% n.clear %><%= n["b"] %> <%= n == {} %>'))
notice(inline_template('<% n = Hash.new([]); n["a"] << 1; n["b"] += [2] %><%= n.inspect %> <%= n["c"].inspect %>'))
notice(inline_template('<% i = 0; a = [1, 2, 3]; a[(i += 1)] += 10 %><%= a.inspect %> <%= i %>'))
notice(inline_template('<% h = {}; [["x", 1], ["y", 2], ["x", 3]].each { |k, v| h[k.upcase] ||= []; h[k.upcase] << v } %><%= h.inspect %>'))
notice(inline_template('<% h = { "a" => { "b" => 1 } }; h.fetch("a")["b"] += 4; h["a"]["c".downcase] ||= "new"; x = (h["a"]["d".to_s] ||= 5) %><%= h.inspect %> <%= x %>'))
notice(inline_template('<% h = { "a" => 1 }; h[[1, 2].first.to_s] &&= 9; h["a".to_s] &&= 9 %><%= h.inspect %>'))

$x = [3, 4]
notice(inline_template('<% begin; raise "x"; rescue => e %><%= e.message %><% end %><%= @x.each_slice(1).to_a.inspect %> <%= @x.lazy.map { |v| v + 1 }.first(1).inspect %>'))

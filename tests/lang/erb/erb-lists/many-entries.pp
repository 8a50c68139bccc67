notice(inline_template(@(T)))
  <% h = {}; 300.times { |i| h["k#{i}"] = i }; 100.times { |i| h.delete("k#{i}") } %><%= h.length %> <%= h["k150"] %> <%= h["k50"].inspect %> <%= h.first.inspect %>
  | T

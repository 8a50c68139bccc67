notice(inline_template(@(T)))
  <% 3.times { |i| %><%= i %><% } %> <% 2.upto(4) { |i| %><%= i %><% } %> <% 3.downto(1) do |i| %><%= i %><% end %> <%= 4.even? %><%= 5.succ %><%= 0.zero? %>
  | T

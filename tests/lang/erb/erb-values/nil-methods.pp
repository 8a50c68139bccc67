$u = undef
notice(inline_template(@(T)))
  <%= @u.nil? %><%= @u.to_s.empty? %><%= @u.to_a.inspect %><%= @u.to_i %><%= nil & 1 %><%= nil.inspect %>
  | T

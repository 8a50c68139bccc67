$w = Sensitive('secret')
notice(inline_template(@(T)))
  <%= @w.unwrap %> <%= @w.inspect %> <%= @w.nil? %>
  | T

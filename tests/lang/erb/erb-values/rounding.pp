notice(inline_template(@(T)))
  <%= 2.5.round %> <%= -2.5.round %> <%= 2.4.ceil %> <%= -2.4.floor %> <%= 7.0 / 2 %> <%= 1 / 3.0 %>
  | T

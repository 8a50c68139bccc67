notice(inline_template(@(T)))
  <%= scope["facts"]["os"].class %>
  | T

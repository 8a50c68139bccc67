notice(inline_template(@(T)))
  <%= "a#b # {} #" %>
  | T

notice(inline_template(@(T)))
  <%= "abc".split(//).inspect %> <%= "a b c".split(" ", 2).inspect %> <%= " a b".split(/ /).inspect %> <%= "aXbX".split("X").inspect %> <%= "a b ".split(" ", -1).inspect %> <%= "abc".split(/b*/).inspect %>
  | T

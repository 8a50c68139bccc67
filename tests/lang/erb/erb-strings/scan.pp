notice(inline_template(@(T)))
  <%= "a1b2".scan(/\d/).inspect %> <%= "k=v,x=y".scan(/(\w)=(\w)/).inspect %> <%= "aXbX".scan("X").length %>
  | T

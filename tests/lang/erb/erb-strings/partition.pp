notice(inline_template(@(T)))
  <%= "a=b=c".partition("=").inspect %> <%= "a=b=c".rpartition("=").inspect %> <%= "abc".partition("x").inspect %> <%= "a1b".partition(/\d/).inspect %>
  | T

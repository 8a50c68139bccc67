notice(inline_template(@(T)))
  <%= "a,b,,c,,".split(",").inspect %> <%= "a,b,,".split(",", -1).inspect %> <%= " a  b ".split.inspect %> <%= "a1b22c".split(/\d+/).inspect %> <%= "abc".split("").inspect %> <%= "a,b,c".split(",", 2).inspect %> <%= "a-b_c".split(/([-_])/).inspect %> <%= "".split(",").inspect %>
  | T

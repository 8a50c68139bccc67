notice(inline_template(@(T)))
  a<% # gone %>b
  c
  | T

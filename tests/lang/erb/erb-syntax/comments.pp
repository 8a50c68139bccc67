notice(inline_template(@(T)))
  a<%# nothing %>b<%# two
  lines -%>
  c<% # code comment
  %>d
  | T

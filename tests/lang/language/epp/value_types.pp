notice(inline_epp('<%= undef %>|<%= true %>|<%= [1, undef] %>|<%= { a => 1 } %>|<%= 1.0 %>'))

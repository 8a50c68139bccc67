define d($p = 'dflt', $q = undef) {
  notice(inline_template('<%= @p %>|<%= @q.inspect %>|<%= @title %>|<%= @name %>'))
}
d { 'one': p => [1] }
d { 'two': }

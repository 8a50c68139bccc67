define d($list = [], $l2 = []) {
  notice(inline_template('<% a = @list; a << { "x" => 1 } %><%= a %>'))
  notice($list)
}
d { 'one': }
d { 'two': list => [5] }

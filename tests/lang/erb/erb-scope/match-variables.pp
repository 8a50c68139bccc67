if 'abc' =~ /(b)(c)/ {
  notice(inline_template('<%= scope["1"] %><%= scope["0"] %>'))
}

$x = 'X'
notice(template('erbs/nested.erb'))

$x = 'str'
notice(template('erbs/each.erb'))

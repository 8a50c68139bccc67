$value = 'me'
notice(template('same/helper.erb'), template('same/user.erb'))

notice(template('erbs/absent.erb'))

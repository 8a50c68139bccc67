notice(template('erbs/raise.erb'))

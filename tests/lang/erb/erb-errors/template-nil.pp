notice(template('erbs/broken.erb'))

notice(template('nomodule/absent.erb'))

notice(template('plain.erb'))

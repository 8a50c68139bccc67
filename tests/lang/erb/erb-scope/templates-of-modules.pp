notice(template('erbs/plain.erb'))
notice(template('erbs/plain.erb', 'erbs/sub/other.erb'))

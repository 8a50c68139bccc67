notice(true ? true => 'yes')

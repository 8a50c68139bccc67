notice(Integer('089'))

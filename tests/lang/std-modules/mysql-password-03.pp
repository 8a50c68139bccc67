mysql::password()

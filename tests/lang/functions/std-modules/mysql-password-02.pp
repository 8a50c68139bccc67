mysql::password(1)

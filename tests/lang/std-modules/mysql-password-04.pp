mysql_password()

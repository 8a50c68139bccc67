mysql_password(['a'])

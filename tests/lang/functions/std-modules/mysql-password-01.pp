notice(mysql::password('abc'), mysql::password(''), mysql::password('*0D3CED9BEC10A777AEC23CCC353A8C08A633045E'), mysql_password('abc'), mysql_password(undef), mysql_password([]))

notice(String(str2saltedsha512('x') =~ Pattern[/\A[0-9a-f]{136}\z/], '%p'))
notice(String(str2saltedsha512('') =~ Pattern[/\A[0-9a-f]{136}\z/], '%p'))
notice(String(str2saltedsha512('x') == str2saltedsha512('x'), '%p'))

notice(String(uriescape(':/?#[]@!$&\'()*+,;= "{}ä€%'), '%p'))
notice(String(uriescape(['a b', 1, undef]), '%p'))
notice(String(uriescape(''), '%p'))

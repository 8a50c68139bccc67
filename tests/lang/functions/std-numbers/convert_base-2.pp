notice(String(convert_base('035', 8), '%p'))

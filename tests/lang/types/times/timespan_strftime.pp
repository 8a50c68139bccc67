$t = Timespan('1-02:03:04.5')
notice(strftime($t, '%H:%M:%S.%L %D'), strftime($t, '%H:%M:%S.%L'), strftime($t, '%M %S'), strftime($t, '%S'), strftime($t, '%L'))
notice(strftime($t, '%D|%-H|%_5M|%5S|%-L|%_L|%N|%3N|%-6N|%_12N|%012N'), strftime($t, 'abc %% %D'), strftime(Timespan(-90061.5), '%%%D %H %M %S x'))

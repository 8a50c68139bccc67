$t = Timestamp(951782400)
notice(strftime($t, '%#P %05Z %#c %^c %-10x|'), strftime($t, '%05Z|', 'PST'), strftime($t, '%#:%x %::1H'))

notice(String('abc', {Enum[abc] => '%c', Pattern[/b/] => '%u', String => '%d'}))

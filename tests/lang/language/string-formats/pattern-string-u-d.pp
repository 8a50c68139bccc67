notice(String('abc', {Pattern[/b/] => '%u', String => '%d', Enum[abc] => '%c'}))

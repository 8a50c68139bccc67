notice(Enum['b','a','a'], Enum[['x','y']], Enum['a'] < Enum['a','b'], Enum['a'] == Pattern[/a/])

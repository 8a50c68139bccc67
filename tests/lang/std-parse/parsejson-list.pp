notice(parsejson([1]))

notice(String({1=>2}, '% h'), String([1,2], '% a'), String([1,2], '%|a'), String([1,2], '%+a'))

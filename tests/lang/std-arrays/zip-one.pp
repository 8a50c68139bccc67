notice(zip([1]))

notice(String([1,'a',2.5], {Collection => '%s'}))

notice(regsubst('abc', 'b', 'x', undef), regsubst('abc', 'b', 'x', '', 'N'), regsubst('abc','b','\\\\'), regsubst('abc','b',"\\`\\'"))

# Titles are the values of the namevar for messages of aliases.
rt_simple { 'a': alias => 'b' }
rt_simple { 'b': }

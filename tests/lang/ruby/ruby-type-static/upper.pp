# environment: generated
rt_alone { 'a': under_score => 1, name => 'b' }

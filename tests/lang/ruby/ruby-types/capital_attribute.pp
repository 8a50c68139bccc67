# What a type calls Upper is upper.
rt_alone { 'a': under_score => 1, upper => 2 }

# Without a provider there is no such parameter.
rt_alone { 'a': provider => 'x' }

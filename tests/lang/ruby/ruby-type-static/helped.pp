# environment: generated
rt_helped { 'a': first => 1, words => ['b', 'a'], pairs => { 'k' => 'v' } }

rt_helped { 'a':
  first => 1, second => 2, flag => 'yes', place => 'relative', options => [{ 'a' => 'b c' }],
  switch => 'maybe', words => ['b', 'a'], order => 'x', pairs => { 'k' => 'v' },
}

notice([1, 2].map |$x| {
  if true { if true { next($x * 100) } }
  'no'
})

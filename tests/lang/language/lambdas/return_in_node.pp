# node: alpha.example.com
node 'alpha.example.com' {
  notice('one')
  return()
  notice('two')
}

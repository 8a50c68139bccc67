# facts: {"fact_of_top": "top"}
class c($p = 'param') {
  $local = 'here'
  notice(rubyfns::scoped('variable', 'local'), rubyfns::scoped('lookupvar', 'c::p'), rubyfns::scoped('variable', 'fact_of_top'))
  notice(rubyfns::scoped('include', 'local'), rubyfns::scoped('include', 'nothing'), rubyfns::scoped('exist', 'local'), rubyfns::scoped('exist', 'nothing'))
  notice(rubyfns::scoped('to_s'), rubyfns::scoped('resource'), rubyfns::scoped('top'))
  rubyfns::scoped('set', 'given', 42)
  notice($given)
  file { '/x': mode => '0644' }
  notice(rubyfns::scoped('catalog', 'File[/x]'), rubyfns::scoped('find', 'File[/y]'), rubyfns::scoped('param', 'File[/x]', 'mode'))
  notice(rubyfns::scoped('old', 1, 'a'), rubyfns::scoped('call', 'upcase', 'x'))
  notice(rubyfns::scoped('names', 'local'), rubyfns::scoped('names', 'fact_of_top'), rubyfns::scoped('names', 'nothing'))
  [1].each |$inner| { notice(rubyfns::scoped('variable', 'inner'), rubyfns::scoped('names', 'inner')) }
}
include c

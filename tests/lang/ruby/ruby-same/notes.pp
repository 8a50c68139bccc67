notify { 'one': }
['catalog', 'compiler', 'global', 'scope', 'environment', 'types', 'resource'].each |$what| {
  same::note($what, "about ${what}")
}
['catalog', 'compiler', 'global', 'scope', 'environment', 'types', 'resource'].each |$what| {
  notice($what, same::note($what))
}

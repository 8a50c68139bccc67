# Ruby code may leave out the defaults of the language.
File { mode => '0644' }
Notify { message => 'm' }
rbcomp::defaults({ 'loglevel' => 'debug' }, 'only')
file { '/a': }
class inner { File { owner => 'x' }  file { '/b': } notify { 'n': } }
include inner

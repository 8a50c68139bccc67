class a(Timespan[0, 60] $t, SemVer['1.x'] $v, URI $u) { notify { "${t} ${v} ${u}": } }
class { 'a': t => Timespan(30), v => SemVer('1.5.0'), u => URI('http://x/') }

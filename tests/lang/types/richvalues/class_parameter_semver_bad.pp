class a(SemVer['1.x'] $v) { }
class { 'a': v => SemVer('2.0.0') }

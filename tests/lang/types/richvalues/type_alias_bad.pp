type V = SemVer['>=1.0.0 <3.0.0']
class a(V $v) { }
class { 'a': v => SemVer('3.0.0') }

type V = SemVer['>=1.0.0 <3.0.0']
class a(V $v) { notice($v) }
class { 'a': v => SemVer('2.9.9') }

class a(Struct[{ 'v' => SemVer }] $v) { }
class { 'a': v => { 'v' => '1.0.0' } }

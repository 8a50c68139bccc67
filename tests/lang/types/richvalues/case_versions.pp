$v = SemVer('2.3.4')
case $v {
  SemVerRange('1.x'): { notice('one') }
  SemVerRange('2.x'): { notice('two') }
  default: { notice('other') }
}
notice($v ? { SemVer['3.x'] => 'three', SemVer['2.x'] => 'two', default => 'no' })

case '1.2.3' {
  SemVer('1.2.3'): { notice('same') }
  default: { notice('other') }
}
case 'x' {
  SemVerRange('1.x'): { notice('in') }
  default: { notice('out') }
}

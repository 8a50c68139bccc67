case 'host-12' {
  /^host-(\d+)$/: { notice("number ${1}") }
  default: { notice('none') }
}
notice("[${1}]")

define typed::def (
  Enum['present', 'absent'] $ensure = 'present',
  Optional[Integer] $port = undef,
  Hash $options = {},
) {
  notify { "${ensure} ${title}": message => $port }
}

# The module postfix brings lenses; the module that it takes them to is not among Debian's.
define augeas::lens (
  String                    $lens_content,
  Enum['present', 'absent'] $ensure       = 'present',
  Optional[String]          $test_content = undef,
  Optional[String]          $stock_since  = undef,
) {
  $stock = $stock_since =~ NotUndef and versioncmp($facts['augeasversion'], $stock_since) >= 0
  $file_ensure = $stock ? {
    true    => 'absent',
    default => $ensure,
  }
  file { "/usr/share/augeas/lenses/${name}.aug":
    ensure  => stdlib::ensure($file_ensure, 'file'),
    content => $lens_content,
  }
  if $test_content and !$stock {
    exec { "Test augeas lens ${name}":
      command     => "augparse -I /usr/share/augeas/lenses /usr/share/augeas/lenses/tests/test_${name}.aug",
      refreshonly => true,
      subscribe   => File["/usr/share/augeas/lenses/${name}.aug"],
    }
  }
}

define layer($depth, $root = '/srv') {
  File { mode => "0${depth}00" }
  file { "${root}/${title}": ensure => directory }
  if $depth > 1 {
    layer { "${title}/${depth}":
      depth => $depth - 1,
      root  => $root,
    }
  }
}
File { owner => 'www' }
layer { 'top': depth => 3 }

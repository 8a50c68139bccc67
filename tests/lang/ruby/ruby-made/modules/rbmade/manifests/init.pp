class rbmade {
  need_package('vim-nox', 'git')
  file { '/x': ensure => present }
}

file { '/x': mode => ['a', [File]] }

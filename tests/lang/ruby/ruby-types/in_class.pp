include rubytypes
rt_simple { 'outside': require => Class['rubytypes'] }

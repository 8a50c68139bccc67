file { "${facts['lab_dir']}/never": source => 'puppet:///modules/demo/nosuch.txt' }
notify { 'independent': }

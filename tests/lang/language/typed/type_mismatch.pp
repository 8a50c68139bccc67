class { 'typed::rich': type => String }

class { 'typed::rich': type => Integer[3, 4] }

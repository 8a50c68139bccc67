exec { '/bin/true': refreshonly => true, tries => 3, timeout => 2.5, returns => [0, 1] }

class db { need_package('git') notify { 'n': } }
include rbmade
include db
notify { "${defined(Class['packages::git'])}": }
include packages::git
contain packages::vim_nox

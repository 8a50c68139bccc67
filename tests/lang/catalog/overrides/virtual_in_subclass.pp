class p { @file { '/a': } }
class k inherits p { File['/a'] { mode => '2' } }
include k
File <| |>

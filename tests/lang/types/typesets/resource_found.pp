$x = TypeSet[{pcore_version => '1.0.0', types => {X => Integer}}]
notice($x)

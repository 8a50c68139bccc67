Type('TypeSet[{pcore_version => "1.0.0"}]')

type TS = TypeSet[{pcore_version => '1.0.0', name_authority => 'http://example.com'}]
notice(TS)

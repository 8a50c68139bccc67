class { 'fieldfns': secret => 'hidden' }
fieldfns::defined { ['a', 'b']: secret => 'hidden' }

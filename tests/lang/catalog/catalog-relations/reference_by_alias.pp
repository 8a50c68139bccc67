notify { 'a': alias => 'other' }
notify { 'b': require => Notify['other'] }

notify { 'a': tag => 'one' }
notify { 'b': tag => ['two', 'three::four', 'UPPER'] }

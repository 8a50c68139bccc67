notify { 'żółw 亀': message => "tortue \u{1F422}", tag => 'żółw' }

notice(String([1,[2,3],{a=>[4,5]}], '%#5a'))

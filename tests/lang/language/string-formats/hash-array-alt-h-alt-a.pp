notice(String({a=>{b=>[1,2]},c=>3}, {Hash => '%#h', Array => '%#a'}))

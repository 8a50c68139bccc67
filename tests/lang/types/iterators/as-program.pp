notice(String([1,2,3].reverse_each, '%p'), String({a=>[1].reverse_each}, '%#h'))

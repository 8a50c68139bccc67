notice(join([1,[2,undef,[true]],'x'], '-'), join([]), join([1,2]), join([{a=>1}], ','), join([/a/, Integer], ' '), join([default]))

notice(sprintf('%s', File['/x']), sprintf('%s', Class['foo']), sprintf('%p', [1,{a=>undef}]), sprintf('%s', Sensitive('x')), sprintf('%p', Sensitive('x')))

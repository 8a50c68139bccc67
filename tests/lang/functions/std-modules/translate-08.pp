notice(translate('%{a} %%', {a => true}))

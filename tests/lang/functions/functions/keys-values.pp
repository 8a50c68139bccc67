notice(keys({b=>1,1=>2}), values({b=>1,1=>[2]}), keys({}))

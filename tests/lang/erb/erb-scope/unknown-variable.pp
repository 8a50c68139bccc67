notice(inline_template('<%= scope["nope"].inspect %> <%= scope.lookupvar("no::such").inspect %>'))

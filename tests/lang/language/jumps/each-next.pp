notice({a=>1}.each |$k,$v| { next(2) })

notice(deep_merge({}, 'x'))

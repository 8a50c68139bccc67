notice(delete(['a']))

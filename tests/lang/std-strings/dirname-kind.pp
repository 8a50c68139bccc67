notice(dirname(['a']))

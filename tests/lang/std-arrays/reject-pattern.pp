notice(reject(['a'], '('))

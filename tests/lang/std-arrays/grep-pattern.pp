notice(grep(['a'], '['))

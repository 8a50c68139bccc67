notice(batch_escape('a', 'b'))

notice(batch_escape())

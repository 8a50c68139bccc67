notice(

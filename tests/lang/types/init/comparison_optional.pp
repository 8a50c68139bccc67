notice(Integer < Init[Optional[String]])

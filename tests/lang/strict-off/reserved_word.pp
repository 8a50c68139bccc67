notice(application)

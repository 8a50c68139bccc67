notice(parsejson())

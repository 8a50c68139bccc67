notice(generate('/nonexistent/x'))

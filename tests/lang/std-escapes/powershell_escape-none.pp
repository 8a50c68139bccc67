notice(powershell_escape())

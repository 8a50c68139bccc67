notice(rbcalls::run('redo'))

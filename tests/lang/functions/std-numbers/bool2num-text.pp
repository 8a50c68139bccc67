notice(bool2num('maybe'))

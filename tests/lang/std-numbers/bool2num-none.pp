notice(bool2num())

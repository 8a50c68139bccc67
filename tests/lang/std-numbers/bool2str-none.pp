notice(bool2str())

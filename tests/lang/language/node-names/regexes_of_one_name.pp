node /a.*(c)?/ { }
node /a.*c/ { }

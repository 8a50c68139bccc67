define integer() { }

define _private() { }

$a = class

type Funcs::Broken = [

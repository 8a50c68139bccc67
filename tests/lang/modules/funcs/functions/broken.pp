function funcs::broken( { 1 }

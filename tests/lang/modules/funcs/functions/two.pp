function funcs::two() { 1 }
function funcs::three() { 2 }

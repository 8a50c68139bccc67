notify { default: message => 'a'; default: message => 'b'; 'x':; }

class c { 'just a value' }

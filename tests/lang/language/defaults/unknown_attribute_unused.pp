File { colour => 'red' }

class fieldload::torn( { }

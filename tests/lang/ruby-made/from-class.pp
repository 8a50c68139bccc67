include rbmade::calls

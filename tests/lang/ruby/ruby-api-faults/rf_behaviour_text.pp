rf_behaviour_text { 'a': }

class rbmade::base { notify { 'base': } }

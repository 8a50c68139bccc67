@notify { ['v1', 'v2', 'v3']: }
realize Notify['v3'], Notify['v1']

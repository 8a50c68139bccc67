notice('plain', 'it''s', 'a\'b', 'back\\slash', 'keep \n and \t', 'end\\')

notice(TypeSet == TypeSet, 3 =~ TypeSet, TypeSet =~ TypeSet, TypeSet < Any, TypeSet =~ Type)

notice(rubyfns::makes('assert'))

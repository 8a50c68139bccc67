notice(rubyfns::fails('rescued'))

include pa

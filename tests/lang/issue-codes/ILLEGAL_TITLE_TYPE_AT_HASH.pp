notify { { a => 1 }: }

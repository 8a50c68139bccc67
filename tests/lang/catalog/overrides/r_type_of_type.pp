Type[File] { 'x': }

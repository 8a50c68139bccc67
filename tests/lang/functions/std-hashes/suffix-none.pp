notice(suffix())

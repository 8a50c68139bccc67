# A text that begins with neither a letter nor a digit is quoted, wherever in Unicode its first character is.
['∇', 'ä', '漢', 'ー', '。a', '…x', '€', '²', '٣', '‿a', '«a»', '½', 'Ⅷ', 'é"', '∇"', '→ x: y', '🙂', 'ªb', "\u{301}a"].each |$x| { notice(stdlib::to_yaml($x)) }

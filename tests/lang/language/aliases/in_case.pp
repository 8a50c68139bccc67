type Word = Pattern[/\A\w+\z/]
case 'abc' { Word: { notice('word') } default: { notice('other') } }

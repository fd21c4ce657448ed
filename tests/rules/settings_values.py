"""The values a setting is tried with: every word, both ends of a number, 0 and 1."""

from scorekeeper.rules.values import CardRanks, Number, OneOf, Switch


def values_of(allowed):
    match allowed:
        case OneOf(words):
            return list(words)
        case Number(least, most, words):
            return [*words, *sorted({least, 0, 1, most} & set(range(least, most + 1)))]
        case Switch():
            return [True, False]
        case CardRanks():
            return ["", "A K Q J 10 9"]

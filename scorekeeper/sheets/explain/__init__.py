"""Sentences that follow from several settings at once: what the rules sheet prints and what a question is answered.

`phrases` has one sentence for each value of a setting, by itself.  Where settings meet (low where a joker ranks below
it, an exchange of no cards, both sides over the target where only a made bid wins) a function here reads the whole
ruleset and names its numbers.
"""

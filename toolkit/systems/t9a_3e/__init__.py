"""The Ninth Age, 3rd edition, as far as it is public. Unofficial: numbers and mechanics in our own words.

Its combat has nothing of the attack sequence of Warhammer 40,000, so that it is no `System` for `toolkit.crunch`: `tables` holds its
numbers, `readings` its open questions, `records` its rules, and `toolkit.studies.t9a` computes.
"""

"""Three workloads, calculated by toolkit, by icepool and by simulation: ``python -m tests.benchmarks`` prints the ratios.

W1  30 attacks, hit 3+, wound 4+, save 4+, damage 1, feel no pain 5+, into 20 models of one wound.
W2  2D6+3 attacks, hit 4+ re-rolling ones, a critical hit wounds and scores one more hit, wound 3+, save 5+, damage D6+1, feel no pain 6+,
    into 10 models of three wounds; no damage carries over.
W3  60 attacks, hit 3+ with critical hits on 5+ that score D3 more, wound 4+, a critical wound passes the save, save 4+, damage D3+3,
    feel no pain 5+, into one model of 24 wounds.
"""

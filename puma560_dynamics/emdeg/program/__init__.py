"""Systems of polynomial definitions, and the straight-line programs made of them.

In: a factored system. Out: statements in an order that suits a processor, counted in multiplications and additions,
and as text that is kept. Steps: system → lowering → program → specialised or joined programs → schedule.
"""

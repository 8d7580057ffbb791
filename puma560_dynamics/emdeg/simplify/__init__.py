"""Search for an equivalent system with fewer calculations, in C++ (`compiled/`), called by `search.simplify_system`.

Input: a system (`program.system`) of definitions, each a polynomial in atoms and other definitions; some definitions
are outputs. Output: a system with exactly the same outputs and fewer multiplications and additions.

A system is cheap if it computes products and sums once and uses them often. Finding the cheapest form of a system of
this size is infeasible, so the search alternates greedy steps and random changes:

1. Greedy steps. Candidates are products of two factors, multiples of a factor, and sums of two terms up to a common
   factor. The candidate that saves most in all definitions together becomes a definition, which replaces it everywhere;
   ties are broken at random. This ends when no candidate saves a calculation. Then definitions that are used only once
   are substituted where this costs nothing.
2. A random change. Some definitions are substituted, factored differently, replaced by multiples, or changed by
   c² + s² = 1. Greedy steps follow. The result is kept if its cost is not higher, and sometimes if it is higher
   (simulated annealing); otherwise the change is undone.

Every step is an identity of polynomials, so the outputs keep their values. `proof` proves this afterwards
independently of the search. Coefficients are exact fractions and random numbers are those of `random.Random(seed)`, so
the result is the same on every machine.

Read the headers in this order:

- table.hpp, monomials.hpp, numbers.hpp, polynomial.hpp: arithmetic of polynomials, whose monomials and coefficients are
  integers, and the cost of a polynomial;
- candidate_table.hpp, occurrences.hpp: candidates in one polynomial, and the saving of each;
- definitions.hpp, candidates.hpp: candidates in all definitions, updated when a definition changes;
- taken.hpp, factoring.hpp: greedy steps, and changes that can be undone;
- search.hpp: random changes and their acceptance;
- module.cpp: the binding to Python.

The search is written in C++ because it processes polynomials of two or three terms millions of times. The same search
in Python took six to nine times as long, and numpy is not faster for so few numbers.
"""

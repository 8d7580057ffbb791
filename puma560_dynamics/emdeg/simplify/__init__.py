"""The search for a form of a system with fewer calculations, in C++ (`compiled/`), called by `search.simplify_system`.

In: a system (`program.system`): definitions, each a polynomial in atoms and in other definitions, some of them outputs.
Out: another system with the same outputs, exactly, and fewer multiplications and additions.

A form is cheap if it computes products and sums once and uses them often. Finding the cheapest form of a system of this
size is out of reach, so the search alternates greedy steps and random changes:

1. Greedy steps. Candidates are products of two factors, multiples of a factor, and sums of two terms up to a common
   factor. The candidate that saves most in all definitions together gets a name, which replaces it everywhere; among
   equals, one is drawn. This ends when no candidate saves anything. Then names that are used once are written out where
   that costs nothing.
2. A random change. Some definitions are written out, given another factor, replaced by multiples, or changed by
   c² + s² = 1. Greedy steps follow. The result is kept if it costs no more, sometimes if it costs more (simulated
   annealing), and is taken back otherwise.

Every step is an identity of polynomials, so the outputs keep their values. `proof` proves this afterwards
without trusting the search. Coefficients are exact fractions and random numbers are those of `random.Random(seed)`, so
the result is the same on every machine.

Read the headers in this order:

- table.hpp, monomials.hpp, numbers.hpp, polynomial.hpp: arithmetic of polynomials, whose monomials and coefficients are
  integers, and what a polynomial costs;
- candidate_table.hpp, occurrences.hpp: the candidates in one polynomial, and what each saves there;
- definitions.hpp, candidates.hpp: the same for all definitions, kept up to date as single ones change;
- taken.hpp, factoring.hpp: greedy steps, and changes that can be taken back;
- search.hpp: random changes, and which of them are kept;
- module.cpp: the binding to Python.

The search is C++ because it handles polynomials of two or three terms, millions of times. The same search in Python
took six to nine times as long, and numpy gains nothing with so few numbers.
"""

"""The search for a form of a system with fewer calculations, in C++ (`compiled/`), called by `search.simplify_system`.

In: a system (`program.system`): definitions, each a polynomial in atoms and in other definitions, some of them outputs.
Out: another system with the same outputs, exactly, and fewer multiplications and additions.

A form is cheap where products and sums are computed once and used often. The least of all forms cannot be found for systems
of this size, so the search alternates greed and chance:

1. Greed. Candidates are products of two factors, multiples of a factor, and sums of two terms up to a common factor.
   The one that saves most in all definitions together gets a name, and its name replaces it everywhere. Where several
   save as much, one is drawn. It ends where none saves anything; names used once are then written out where that is free.
2. Chance. Some definitions are written out, given another factor, replaced by multiples, or changed by c² + s² = 1.
   Greed factors again; what costs no more is kept, what costs more sometimes (simulated annealing), or it is taken back.

Each step is an identity of polynomials, so that outputs keep their values; `equations.proof` proves it afterwards, without
trusting the search. Numbers are exact fractions, and random numbers are those of `random.Random(seed)`: the result is the
same on every machine.

Read the headers in this order:

- table.hpp, monomials.hpp, numbers.hpp, polynomial.hpp: arithmetic of polynomials, whose monomials and coefficients are
  integers, and what a polynomial costs;
- candidate_table.hpp, occurrences.hpp: the candidates in one polynomial, and what each saves there;
- definitions.hpp, candidates.hpp: the same for all definitions, kept up to date as single ones change;
- taken.hpp, factoring.hpp: greed, and changes that can be taken back;
- search.hpp: chance, and what is kept;
- module.cpp: the binding to Python.

It is C++ because it works on polynomials of two or three terms, a million times: Python takes six to eight times as long,
and arrays of so few numbers gain nothing.
"""

"""Commands `puma560 paper …`: what the three papers print, compared with what is computed here.

This folder alone imports `papers`, which computes; the commands here show the results as text, JSON, figure or page.
"""

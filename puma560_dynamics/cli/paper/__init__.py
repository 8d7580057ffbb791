"""`puma560 paper`: what the three papers print, compared with what is computed here."""

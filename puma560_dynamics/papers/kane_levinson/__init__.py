"""Kane and Levinson (1983): manoeuvre, feedback, figures, claims, errata."""

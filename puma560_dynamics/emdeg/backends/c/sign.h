/* -1, 0 or 1. */
ALWAYS_INLINE double sign_of(double value)
{
    return (double)(value > 0.0) - (double)(value < 0.0);
}

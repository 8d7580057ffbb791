
/* Appended to the C code from CasADi: a wrapper with the arguments of the loop. */
void torque(const double *const *in, double *out);
void torque(const double *const *in, double *out)
{
    const double *arg[3] = {in[0], in[1], in[2]};
    double *res[1] = {out};
    casadi_rnea(arg, res, 0, 0, 0);
}

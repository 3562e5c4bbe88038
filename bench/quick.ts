/** `QUICK=1` shortens every measurement, to check that it works. The figures are then not meaningful. */
export const quick = Boolean(process.env['QUICK'])

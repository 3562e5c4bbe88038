/** `QUICK=1` shortens every measurement, to find out whether it works; its figures then mean little. */
export const quick = Boolean(process.env['QUICK'])

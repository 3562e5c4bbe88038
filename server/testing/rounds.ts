/** How often a test repeats itself with random input or in a race: seldom in `npm run check`, often in `npm run prove`. */
export const rounds = (short: number, long: number) => (process.env['ROUNDS'] === 'long' ? long : short)

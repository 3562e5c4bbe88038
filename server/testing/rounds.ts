/** How often a test repeats with random input or in a race: rarely in `npm run check`, often in `npm run prove`. */
export const rounds = (short: number, long: number) => (process.env['ROUNDS'] === 'long' ? long : short)

// A link with this prefix redirects with a code instead of a session (pkce.ts).
const PREFIX = 'pkce_'

export const isPkceToken = (tokenHash: string) => tokenHash.startsWith(PREFIX)
export const pkceToken = (random: string) => `${PREFIX}${random}`

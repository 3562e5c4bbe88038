/** What the call, the files and the messages of an appointment say, which booking does not need. */
export const TEXTS_OF_ACTIONS = ['files', 'call'] as const

/** The areas with the texts of the call, files and messages of an appointment, which booking does not need. */
export const TEXTS_OF_ACTIONS = ['files', 'call'] as const

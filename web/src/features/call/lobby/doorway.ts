/** The large arch of the lobby. It shows the self-view, or the other person while the room is closed. */
export const DOORWAY = 'arch relative mx-auto w-44 overflow-hidden border border-brass sm:w-64 lg:w-80'

/** The large arch beside what one joins: oneself, or who is expected while the room is closed. */
export const DOORWAY = 'arch relative mx-auto w-44 overflow-hidden border border-brass sm:w-64 lg:w-80'

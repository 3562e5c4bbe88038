/** A note that is written and not yet saved. */
export interface Draft {
  text: string
  /** The patient's name, so that the draft can be found again. */
  name: string
  /** It comes from the call, where drafts are stored: leaving the page loses nothing. */
  isStored?: boolean
}

/** By the id of the appointment. */
export type Drafts = Partial<Record<string, Draft>>

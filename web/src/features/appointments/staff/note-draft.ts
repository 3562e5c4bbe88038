/** A note that is written and not yet saved. */
export interface Draft {
  text: string
  /** The patient's name, so that the draft can be found again. */
  name: string
}

/** By the id of the appointment. */
export type Drafts = Partial<Record<string, Draft>>

// What the two browsers of a call tell each other. It comes from somebody else's browser, so it is read with care.
import * as z from 'zod/mini'

export const PARTS = ['patient', 'doctor'] as const
export type Part = (typeof PARTS)[number]

const Media = z.object({ camera: z.boolean(), microphone: z.boolean(), screen: z.boolean() })

/** What somebody shows and says at the moment. */
export type MediaState = z.infer<typeof Media>

const Description = z.object({ type: z.enum(['offer', 'answer', 'pranswer', 'rollback']), sdp: z.string() })
// The browser knows best what fits.
const Candidate = z.custom<RTCIceCandidateInit>((value) => typeof value === 'object' && value !== null)

const LONGEST_NAME = 50
const presence = { name: z.string().check(z.maxLength(LONGEST_NAME)), media: Media }

const Body = z.discriminatedUnion('type', [
  /** To whoever is there. Of two pages of one person the one that entered later goes on. */
  z.object({ type: z.literal('hello'), enteredAt: z.number(), ...presence }),
  /** The answer to it. */
  z.object({ type: z.literal('welcome'), ...presence }),
  z.object({ type: z.literal('bye') }),
  z.object({ type: z.literal('media'), media: Media }),
  z.object({ type: z.literal('description'), description: Description }),
  z.object({ type: z.literal('candidates'), candidates: z.array(Candidate) }),
])
const Envelope = z.object({
  /** The page it comes from: another one after every reload. */
  from: z.string(),
  to: z.optional(z.string()),
  part: z.enum(PARTS),
  body: Body,
})

export type SignalBody = z.infer<typeof Body>
export type Signal = z.infer<typeof Envelope>

/** The event on the topic of the appointment. */
export const SIGNAL = 'signal'

export const readSignal = (payload: unknown): Signal | undefined => Envelope.safeParse(payload).data

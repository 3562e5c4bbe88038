// The messages between the two browsers of a call. They come from somebody else's browser, so they are validated.
import * as z from 'zod/mini'
import { QUALITIES } from './quality.ts'

export const PARTS = ['patient', 'doctor'] as const
export type Part = (typeof PARTS)[number]

const Media = z.object({
  camera: z.boolean(),
  microphone: z.boolean(),
  screen: z.boolean(),
  /** Camera or screen are on but not sent, because the connection is too poor. */
  isPaused: z.optional(z.boolean()),
})

/** What somebody is sending at the moment. */
export type MediaState = z.infer<typeof Media>

const Description = z.object({ type: z.enum(['offer', 'answer', 'pranswer', 'rollback']), sdp: z.string() })
// The browser itself validates candidates.
const Candidate = z.custom<RTCIceCandidateInit>((value) => typeof value === 'object' && value !== null)

const MAX_NAME_LENGTH = 50
const presence = { name: z.string().check(z.maxLength(MAX_NAME_LENGTH)), media: Media }

/** Whose page it is, and for how long it has been in the call. Two guardians of one patient are two people on the same part. */
const seat = { person: z.optional(z.string().check(z.maxLength(MAX_NAME_LENGTH))), forMs: z.optional(z.number()) }

const Body = z.discriminatedUnion('type', [
  /** To everybody on the topic. Of two pages of one person the one that entered later goes on; `asks`: if it is still there. */
  z.object({ type: z.literal('hello'), enteredAt: z.number(), asks: z.optional(z.boolean()), ...seat, ...presence }),
  /** The answer to `hello`. */
  z.object({ type: z.literal('welcome'), ...presence }),
  z.object({ type: z.literal('bye') }),
  /** To another guardian of the same patient: there is one seat, and `name` has it. */
  z.object({ type: z.literal('taken'), name: z.string().check(z.maxLength(MAX_NAME_LENGTH)) }),
  z.object({ type: z.literal('media'), media: Media }),
  /** How good the connection is, as the sender measures it. */
  z.object({ type: z.literal('quality'), quality: z.enum(QUALITIES) }),
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

// The messages between the two browsers of a call. They are validated, because they come from another user's browser.
import * as z from 'zod/mini'
import { QUALITIES } from './quality.ts'

export const PARTS = ['patient', 'doctor'] as const
export type Part = (typeof PARTS)[number]

const Media = z.object({
  camera: z.boolean(),
  microphone: z.boolean(),
  screen: z.boolean(),
  /** Whether camera or screen are on but not sent, because the connection is too poor. */
  isPaused: z.optional(z.boolean()),
})

/** The media that a page currently sends. */
export type MediaState = z.infer<typeof Media>

const Description = z.object({ type: z.enum(['offer', 'answer', 'pranswer', 'rollback']), sdp: z.string() })
// The browser validates candidates itself.
const Candidate = z.custom<RTCIceCandidateInit>((value) => typeof value === 'object' && value !== null)

const MAX_NAME_LENGTH = 50
const presence = { name: z.string().check(z.maxLength(MAX_NAME_LENGTH)), media: Media }

/** The user of the page, and for how long it has been in the call. Two guardians of one patient are two users with the same part. */
const seat = { person: z.optional(z.string().check(z.maxLength(MAX_NAME_LENGTH))), forMs: z.optional(z.number()) }

const Body = z.discriminatedUnion('type', [
  /** Sent to everybody on the topic. The later of two pages of one user continues. `asks`: whether the other page still exists. */
  z.object({ type: z.literal('hello'), enteredAt: z.number(), asks: z.optional(z.boolean()), ...seat, ...presence }),
  /** The response to `hello`. */
  z.object({ type: z.literal('welcome'), ...presence }),
  z.object({ type: z.literal('bye') }),
  /** Sent to another guardian of the same patient: only one can be in the call, and it is `name`. */
  z.object({ type: z.literal('taken'), name: z.string().check(z.maxLength(MAX_NAME_LENGTH)) }),
  z.object({ type: z.literal('media'), media: Media }),
  /** The quality of the connection, as the sender measures it. */
  z.object({ type: z.literal('quality'), quality: z.enum(QUALITIES) }),
  z.object({ type: z.literal('description'), description: Description }),
  z.object({ type: z.literal('candidates'), candidates: z.array(Candidate) }),
])
const Envelope = z.object({
  /** The id of the sending page, which changes with every reload. */
  from: z.string(),
  to: z.optional(z.string()),
  part: z.enum(PARTS),
  body: Body,
})

export type SignalBody = z.infer<typeof Body>
export type Signal = z.infer<typeof Envelope>

/** The name of the event on the appointment's topic. */
export const SIGNAL = 'signal'

export const readSignal = (payload: unknown): Signal | undefined => Envelope.safeParse(payload).data

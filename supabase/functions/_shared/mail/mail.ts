// A mail before it is sent, and the addresses it goes to and comes from.
import process from 'node:process'
import { company } from '../company.ts'

export interface Mail {
  /** The same for every attempt at one mail, so that a recipient who got it twice can tell. */
  id?: string
  /** One bare address. */
  to: string
  subject: string
  html: string
  text: string
  replyTo?: string
  attachments?: Attachment[]
  /** An event that mail programs add to the calendar. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
}

export interface Attachment {
  filename: string
  contentType: string
  content: string | Uint8Array
}

/** A checked mail with its sender, ready for a transport. */
export interface OutgoingMail extends Mail {
  from: string
}

export const CALENDAR_FILE = 'appointment.ics'

export type Environment = Record<string, string | undefined>

/** The bare address that mails come from. */
export const senderAddress = (env: Environment = process.env) =>
  /([^\s<>@]+@[^\s<>@]+)>?$/.exec(env['MAIL_FROM']?.trim() ?? '')?.[1] ?? company.infoEmail

const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;"@]+$/u

/** Whether it can be used in a header, safely. */
export const isAddress = (text: string) => text.length <= 254 && ADDRESS.test(text)

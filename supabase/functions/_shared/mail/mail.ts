// A mail before it is sent, with its sender and recipient.
import process from 'node:process'
import { company } from '../company.ts'

export interface Mail {
  /** The same for every attempt, so that a mail program recognizes a duplicate. */
  id?: string
  /** An address without a name. */
  to: string
  subject: string
  html: string
  text: string
  replyTo?: string
  attachments?: Attachment[]
  /** An event that mail programs can add to the calendar. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
}

export interface Attachment {
  filename: string
  contentType: string
  content: string | Uint8Array
}

/** A validated mail with its sender, ready to be sent. */
export interface OutgoingMail extends Mail {
  from: string
}

export const CALENDAR_FILE = 'appointment.ics'

export type Environment = Record<string, string | undefined>

/** The sender's address without the name. */
export const senderAddress = (env: Environment = process.env) =>
  /([^\s<>@]+@[^\s<>@]+)>?$/.exec(env['MAIL_FROM']?.trim() ?? '')?.[1] ?? company.infoEmail

const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;"@]+$/u

/** Whether the address can be used in a header safely. */
export const isAddress = (text: string) => text.length <= 254 && ADDRESS.test(text)

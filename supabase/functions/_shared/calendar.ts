// Writes an appointment as an iCalendar object (RFC 5545), which is attached to mails (RFC 5546) or downloaded. Its id never changes.
export interface CalendarEvent {
  id: string
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  /** Every later message about the same event has a higher number. */
  sequence: number
  startsAt: Date
  endsAt: Date
  summary: string
  description: string
  url: string
  organizer: { name: string; address: string }
  /** The recipient of the mail. Undefined for a published event, which has no attendee. */
  attendee?: { name: string; address: string }
  /** The time at which the object was written. */
  at: Date
}

export function calendarOf(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(event.organizer.name)}//Appointments//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${event.method}`,
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${event.status}`,
    `DTSTAMP:${utc(event.at)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(event.endsAt)}`,
    `SUMMARY:${text(event.summary)}`,
    `DESCRIPTION:${text(event.description)}`,
    `URL:${event.url}`,
    // Hides the details from colleagues who can see the same calendar.
    'CLASS:PRIVATE',
    'TRANSP:OPAQUE',
    ...(event.organizer.address ? [`ORGANIZER;CN=${parameter(event.organizer.name)}:mailto:${event.organizer.address}`] : []),
    ...(event.attendee
      ? [`ATTENDEE;CN=${parameter(event.attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${event.attendee.address}`]
      : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const utc = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const text = (value: string) =>
  value
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

// Inside a quoted parameter, a quotation mark cannot be escaped.
const parameter = (value: string) => `"${value.replaceAll(/[\p{Cc}"]/gu, '')}"`

const MAX_OCTETS = 75

/** Folds lines at 75 octets, never inside a character. A continued line starts with a space. */
function fold(line: string) {
  const encoder = new TextEncoder()
  const parts = ['']
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > MAX_OCTETS) {
      parts.push('')
      octets = 1
    }
    parts[parts.length - 1] += character
    octets += size
  }
  return parts.join('\r\n ')
}

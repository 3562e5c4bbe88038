import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEvent, calendarOf } from './calendar.ts'

const event = {
  id: '6f1c2a52-9d7a-4a39-8f0e-0f6c4b0c9d11',
  method: 'REQUEST',
  status: 'CONFIRMED',
  sequence: 1,
  startsAt: new Date('2027-03-28T00:30:00.000Z'),
  endsAt: new Date('2027-03-28T01:00:00.000Z'),
  summary: 'Randevu: Dr. Aylin Kaya – BKV',
  description: 'Bakü saatiyle 14:00\nhttps://site.example/appointments',
  url: 'https://site.example/appointments',
  organizer: { name: 'BKV', address: 'info@bkv.example.com' },
  attendee: { name: 'Ayşe', address: 'ayse@example.com' },
  at: new Date('2027-03-01T08:00:00.123Z'),
} satisfies CalendarEvent

function read(source: string) {
  const calendar = new ICAL.Component(ICAL.parse(source) as unknown[])
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('there is no event')
  return { method: calendar.getFirstPropertyValue('method'), component, event: new ICAL.Event(component) }
}

test('another library parses the same event', () => {
  const { method, event: read1, component } = read(calendarOf(event))
  expect([method, read1.uid, read1.sequence, read1.summary, read1.description]).toEqual([
    'REQUEST',
    event.id,
    1,
    event.summary,
    event.description,
  ])
  expect([read1.startDate.toJSDate(), read1.endDate.toJSDate()]).toEqual([event.startsAt, event.endsAt])
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(component.getFirstPropertyValue('organizer')).toBe('mailto:info@bkv.example.com')
  expect(component.getAllProperties('attendee').map((each) => [each.getFirstValue(), each.getParameter('cn')])).toEqual([
    ['mailto:ayse@example.com', 'Ayşe'],
  ])
})

test.each([
  'commas, semicolons; and back\\slashes',
  'two\nlines\r\nand a third',
  'BEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM',
  `${'ğ'.repeat(200)} 👩‍⚕️ ${'م'.repeat(90)}`,
  '"quoted": yes',
])('%j stays one text value', (text) => {
  const { component, event: read1 } = read(calendarOf({ ...event, summary: text, description: text }))
  const expected = text.replaceAll('\r\n', '\n')
  expect([read1.summary, read1.description]).toEqual([expected, expected])
  expect(component.getAllSubcomponents()).toHaveLength(0)
})

test.each(['Ayşe "the one" Yılmaz', 'A\r\nX-EVIL:1', 'a;b:c,d'])('%j as a name cannot inject anything', (name) => {
  const { component } = read(calendarOf({ ...event, attendee: { ...event.attendee, name } }))
  expect(component.getAllProperties('x-evil')).toHaveLength(0)
  expect(component.getAllProperties('attendee').map((each) => each.getFirstValue())).toEqual(['mailto:ayse@example.com'])
})

test('every line ends in CRLF and has at most 75 octets, folded between characters', () => {
  const source = calendarOf({ ...event, summary: 'ş👩‍⚕️é'.repeat(60), description: 'x'.repeat(300) })
  expect(source.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of source.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
    expect(Buffer.from(line).toString()).toBe(line)
  }
})

test('a published event has no attendee', () => {
  const { attendee: _, ...rest } = event
  const { method, component } = read(calendarOf({ ...rest, method: 'PUBLISH' }))
  expect([method, component.getAllProperties('attendee').length]).toEqual(['PUBLISH', 0])
})

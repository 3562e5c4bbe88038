// Requests that no client of ours would send: one piece of syntax repeated until a header, an address or a body is full of it, in every
// place of every service where the server reads what a caller wrote.
import { auth } from './auth.ts'
import { elsewhere } from './elsewhere.ts'
import type { AbsurdRequest, Named } from './place.ts'
import { realtime } from './realtime.ts'
import { rest } from './rest.ts'
import { storage } from './storage.ts'
import { HEAD_LENGTH, repeated, UNITS } from './texts.ts'

const PLACES = [
  ...rest.map(named('rest')),
  ...auth.map(named('auth')),
  ...storage.map(named('storage')),
  ...realtime.map(named('realtime')),
  ...elsewhere.map(named('site and functions')),
]

function named(service: string) {
  return ([name, place]: Named) => ({ name: `${service}: ${name}`, ...place })
}

/** Just below the limits: rows of a person, calls and visitors, accounts. What is above one is refused without being read. */
const BODY_LENGTHS = [1000 * 1024, 250 * 1024, 60 * 1024]

/** What was found to take long once. */
const WORST: Record<string, string> = {
  'rest: function name': 'k',
  'rest: call of nothing: one key': 'k',
  'rest: call: one key': 'k',
  'rest: call: many keys': '1',
  'rest: call with the whole body: enclosed': '[],',
  'rest: insert: enclosed': '[],',
  'rest: coding': ' ',
  'storage: list: folder': '/',
  'realtime: frame: enclosed': '[],',
  'site and functions: page': '/',
}

/** Every place with the worst that is known, and with so many other units, in turn. */
export function* absurdRequests(unitsPerPlace: number): Generator<AbsurdRequest> {
  for (const [index, { name, room, request }] of PLACES.entries()) {
    const lengths = room === 'head' ? [HEAD_LENGTH] : BODY_LENGTHS
    const make = (unit: string, length: number): AbsurdRequest => ({
      place: `${name} full of ${JSON.stringify(unit)} (${length})`,
      method: 'GET',
      headers: {},
      body: undefined,
      ...request(repeated(unit, length)),
    })
    const worst = WORST[name]
    if (worst !== undefined) for (const length of lengths) yield make(worst, length)
    for (let n = 0; n < unitsPerPlace; n++) {
      yield make(UNITS[(index * unitsPerPlace + n) % UNITS.length] ?? '', lengths[(index + n) % lengths.length] ?? 0)
    }
  }
}

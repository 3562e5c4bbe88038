// Requests that no real client sends: one piece of syntax repeated until a header, a URL or a body is full, in every place where a service
// reads caller input.
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

/** Just below the limits of rows for a user, of calls and visitors, and of accounts. A body above its limit is refused unread. */
const BODY_LENGTHS = [1000 * 1024, 250 * 1024, 60 * 1024]

/** Units that once were slow. */
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

/** Yields every place with its slowest known unit and with a number of other units, in rotation. */
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

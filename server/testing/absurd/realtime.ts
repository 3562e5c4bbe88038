import { asKeys, enclosed, everyBody, frame, get, json, type Named, post, raw, segment } from './place.ts'

const REALTIME = '/realtime/v1/api/broadcast'
const join = (config: unknown) => json(['1', '1', 'realtime:x', 'phx_join', { config }])
export const realtime: Named[] = [
  ...everyBody('broadcast', REALTIME),
  ['broadcast: payload', post(REALTIME, (text) => json({ messages: [{ topic: 'x', event: 'x', payload: { text } }] }))],
  ['broadcast: topic', post(REALTIME, (text) => json({ messages: [{ topic: text, event: 'x', payload: {} }] }))],
  ['broadcast: topic in the path', segment('POST', (text) => `${REALTIME}/${text}/events/x`)],
  ['websocket: key', get((text) => `/realtime/v1/websocket?apikey=${text}`)],
  ['frame: raw', frame(raw)],
  ['frame: enclosed', frame(enclosed)],
  ['frame: topic', frame((text) => json(['1', '1', text, 'phx_join', {}]))],
  ['frame: event', frame((text) => json(['1', '1', 'realtime:x', text, {}]))],
  ['frame: reference', frame((text) => json([text, text, 'realtime:x', 'phx_leave', {}]))],
  ['frame: keys', frame((text) => `["1","1","realtime:x","phx_join",${asKeys(text)}]`)],
  ['frame: token', frame((text) => json(['1', '1', 'realtime:x', 'phx_join', { config: {}, access_token: text }]))],
  [
    'frame: filters',
    frame((text) => join({ postgres_changes: Array.from({ length: 50 }, () => ({ table: 'notes', filter: text.slice(0, 4000) })) })),
  ],
  [
    'frame: pattern',
    frame((text) =>
      join({ postgres_changes: Array.from({ length: 50 }, () => ({ table: 'notes', filter: `body=match.${text.slice(0, 200)}` })) }),
    ),
  ],
  ['frame: columns', frame((text) => join({ postgres_changes: [{ table: 'notes', select: text.slice(0, 19_000).split('') }] }))],
  ['frame: presence', frame((text) => join({ presence: { key: text, enabled: true } }))],
]

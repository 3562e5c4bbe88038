import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { aWhile, createEar, FOLLOWING, following, type Live, startLive, type Transport } from './testing.ts'

interface Heard {
  eventType: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: string[] | null
}

let live: Live
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live.stop())

async function follow(
  client: Awaited<ReturnType<Live['as']>>,
  table: string,
  { event = '*', ...more }: { event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'; filter?: string; select?: string[] } = {},
) {
  const ear = createEar<Heard>()
  const channel = client.channel(`follows ${table} ${Math.random()}`)
  channel.on('postgres_changes', { event: event as '*', schema: 'public', table, ...more }, (change) =>
    ear.hear(change as unknown as Heard),
  )
  expect(await following(channel)).toBe(FOLLOWING)
  return ear
}

describe.each<Transport>(['ws', 'native'])('over %s', (transport) => {
  test('a row is seen at once by those who may', async () => {
    const [ada, bo, anonymous] = [await live.as('ada', { transport }), await live.as('bo', { transport }), live.anonymous(transport)]
    const [hers, his, theirs] = [await follow(ada, 'notes'), await follow(bo, 'notes'), await follow(anonymous, 'notes')]
    const rest = await live.as('ada')
    const { data } = await rest.from('notes').insert({ body: 'mine' }).select().single()
    await hers.until(1)
    expect(hers.heard[0]).toMatchObject({ eventType: 'INSERT', new: data, errors: null })
    await rest.from('notes').update({ is_shared: true }).eq('id', data?.id)
    for (const ear of [hers, his, theirs]) {
      const heard = (await ear.until(ear === hers ? 2 : 1)).at(-1)
      expect(heard).toMatchObject({ eventType: 'UPDATE', new: { id: data?.id, is_shared: true }, old: { id: data?.id } })
    }
    await aWhile()
    expect([hers, his, theirs].map(({ heard }) => heard.length)).toEqual([2, 1, 1])
    expect(idOf('ada')).toBe(data?.owner_id)
  })
})

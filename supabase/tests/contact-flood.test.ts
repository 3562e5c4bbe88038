import { expect, test } from 'vitest'
import { startTestServer } from '../../server/testing/server.ts'

test('a flood from one network is refused, whatever its headers claim', async () => {
  const server = await startTestServer({ project: 'product' })
  const write = async (n: number) => {
    const answer = await fetch(`${server.url}/rest/v1/contact_messages`, {
      method: 'POST',
      headers: {
        apikey: server.keys.publishable,
        'content-type': 'application/json',
        'x-forwarded-for': `203.0.113.${n}`,
        'cf-connecting-ip': `203.0.113.${n}`,
      },
      body: JSON.stringify({ name: 'Flood', email: `flood-${n}@example.test`, message: 'again', language: 'tr' }),
    })
    return answer.ok ? 'stored' : ((await answer.json()) as { message: string }).message
  }
  const answers: string[] = []
  for (let n = 1; n <= 21; n++) answers.push(await write(n))
  await server.stop()
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 'stored'), 'too_many_messages'])
})

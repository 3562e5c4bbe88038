import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { startTestServer } from './testing/server.ts'

const TOKEN = 'a-token-of-the-operator'
const scrape = (url: string, token?: string) => fetch(`${url}/metrics`, token ? { headers: { authorization: `Bearer ${token}` } } : {})

test('the token gives access to request counts, pools, replication lag, sockets and the project’s metrics', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } })
  try {
    await fetch(`${server.url}/rest/v1/notes?body=eq.secret-of-ada`, { headers: { apikey: server.keys.publishable } })
    await fetch(`${server.url}/rest/v1/no_such_table`, { headers: { apikey: server.keys.publishable } })
    const response = await scrape(server.url, TOKEN)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('version=0.0.4')
    const text = await response.text()
    expect(text).toContain('http_request_duration_seconds_count{part="rest",status="200"} 1')
    expect(text).toContain('http_request_duration_seconds_count{part="rest",status="404"} 1')
    expect(text).toMatch(/^database_connections\{pool="requests",state="(?:idle|busy)"\} [1-9]/m)
    expect(text).toMatch(/^database_requests_waiting\{pool="requests"\} 0$/m)
    expect(text).toMatch(/^realtime_connections 0$/m)
    expect(text).toMatch(/^functions_waiting_calls 0$/m)
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
    expect(text).toMatch(/^sample_things\{kind="\\"quoted\\""\} 3$/m)
    expect(text).not.toContain('ada')
    await expect.poll(async () => (await scrape(server.url, TOKEN)).text()).toMatch(/^realtime_wal_lag_bytes \d/m)
  } finally {
    await server.stop()
  }
})

test('metrics are not served with a wrong token or without a configured one', async () => {
  const metrics = createMetrics(TOKEN)
  for (const authorization of ['', 'Bearer wrong', `Bearer ${TOKEN}x`, TOKEN]) {
    const response = await metrics.handle(new Request('http://x/metrics', { headers: { authorization } }))
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('http_request')
  }
  metrics.stop()
  const server = await startTestServer()
  expect((await scrape(server.url, TOKEN)).status).toBe(404)
  await server.stop()
})

test('a source that fails or hangs is left out, and the others are reported', { tags: 'long' }, async () => {
  const metrics = createMetrics(TOKEN)
  metrics.addSource(() => Promise.reject(new Error('away')))
  metrics.addSource(() => new Promise(() => {}))
  metrics.addSource(() => [{ name: 'ours', help: 'Ours.', value: 1 }])
  const response = await metrics.handle(new Request('http://x/metrics', { headers: { authorization: `Bearer ${TOKEN}` } }))
  expect(await response.text()).toContain('\nours 1\n')
  metrics.stop()
})

test('requests are counted in cumulative buckets', async () => {
  const metrics = createMetrics(TOKEN)
  for (const ms of [3, 30, 30_000]) metrics.observe('rest', 200, ms)
  const response = await metrics.handle(new Request('http://x/metrics', { headers: { authorization: `Bearer ${TOKEN}` } }))
  const text = await response.text()
  expect(text).toContain('http_request_duration_seconds_bucket{part="rest",status="200",le="0.005"} 1')
  expect(text).toContain('http_request_duration_seconds_bucket{part="rest",status="200",le="0.05"} 2')
  expect(text).toContain('http_request_duration_seconds_bucket{part="rest",status="200",le="10"} 2')
  expect(text).toContain('http_request_duration_seconds_bucket{part="rest",status="200",le="+Inf"} 3')
  metrics.stop()
})

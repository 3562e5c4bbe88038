// Runs on a schedule, and records its start and, a while later, its end.
import process from 'node:process'

export default {
  async fetch(request: Request): Promise<Response> {
    const key = process.env['SUPABASE_SECRET_KEY'] ?? ''
    if (request.headers.get('apikey') !== key) return Response.json({ message: 'Only with the secret key' }, { status: 401 })
    const write = (method: string, path: string, body: object) =>
      fetch(`${process.env['SUPABASE_URL']}/rest/v1/runs${path}`, {
        method,
        headers: { apikey: key, 'content-type': 'application/json', prefer: 'return=representation' },
        body: JSON.stringify(body),
      })
    const [run] = (await (await write('POST', '', {})).json()) as { id: number }[]
    await new Promise((resolve) => setTimeout(resolve, 1400))
    await write('PATCH', `?id=eq.${run?.id}`, { ended_at: new Date().toISOString() })
    return Response.json({})
  },
}

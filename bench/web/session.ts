// Signs in demo people and makes one of them the admin, because every real site has one.

const PASSWORD = 'Demo1234!'

export type DemoPerson = 'patient' | 'doctor' | 'admin'

/** The local storage of each person's browser. */
export async function demoSessions(url: string): Promise<Record<DemoPerson, Record<string, string>>> {
  const { supabaseUrl, supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseUrl: string; supabaseKey: string }
  const ask = async (path: string, body: object, token?: string) => {
    const headers = { apikey: supabaseKey, 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(supabaseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.text()
  }
  const signIn = async (email: string) => ask('/auth/v1/token?grant_type=password', { email, password: PASSWORD })
  const stored = (session: string) => ({ [`sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`]: session })
  const admin = await signIn('leyla@demo.example')
  const { access_token, user } = JSON.parse(admin) as { access_token: string; user: { id: string } }
  await ask('/rest/v1/user_roles', { user_id: user.id, role: 'admin' }, access_token)
  return {
    admin: stored(admin),
    doctor: stored(await signIn('aylin@demo.example')),
    patient: stored(await signIn('mehmet@demo.example')),
  }
}

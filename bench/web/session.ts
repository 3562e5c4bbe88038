// A demo patient who is signed in, on a site that has an admin, as every site in use has.

const PASSWORD = 'Demo1234!'

/** What the patient's browser has stored. */
export async function demoSession(url: string): Promise<Record<string, string>> {
  const { supabaseUrl, supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseUrl: string; supabaseKey: string }
  const ask = async (path: string, body: object, token?: string) => {
    const headers = { apikey: supabaseKey, 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(supabaseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.text()
  }
  const signIn = async (email: string) => ask('/auth/v1/token?grant_type=password', { email, password: PASSWORD })
  const admin = JSON.parse(await signIn('leyla@demo.example')) as { access_token: string; user: { id: string } }
  await ask('/rest/v1/user_roles', { user_id: admin.user.id, role: 'admin' }, admin.access_token)
  return { [`sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`]: await signIn('mehmet@demo.example') }
}

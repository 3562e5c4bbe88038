// The mail hook of the sample project: passes its payload to the development mail sink, so that tests can read it.
import process from 'node:process'

interface HookBody {
  user: { email: string; new_email?: string }
  email_data: {
    token: string
    token_hash: string
    token_new: string
    token_hash_new: string
    redirect_to: string
    email_action_type: string
    site_url: string
  }
}

export default {
  async fetch(request: Request): Promise<Response> {
    const { user, email_data: data } = (await request.json()) as HookBody
    const send = async (to: string, code: string, tokenHash: string) => {
      const query = new URLSearchParams({ token: tokenHash, type: data.email_action_type, redirect_to: data.redirect_to })
      const link = `${data.site_url}/auth/v1/verify?${query.toString()}`
      const sent = await fetch(process.env['MAIL_SINK_URL'] ?? '', {
        method: 'POST',
        headers: { authorization: `Bearer ${process.env['MAIL_SINK_SECRET']}`, 'content-type': 'application/json' },
        body: JSON.stringify({ to, subject: data.email_action_type, text: `${code}\n${link}`, html: '' }),
      })
      return sent.ok
    }
    const isChange = data.email_action_type === 'email_change'
    // GoTrue's names of the two hashes are swapped: `token_hash` belongs to the new address, `token_hash_new` to the old one.
    const both: [string, string, string][] = data.token_hash_new
      ? [
          [user.email, data.token, data.token_hash_new],
          [user.new_email ?? '', data.token_new, data.token_hash],
        ]
      : [[(isChange && user.new_email) || user.email, data.token, data.token_hash]]
    for (const mail of both) if (!(await send(...mail))) return Response.json({}, { status: 500 })
    return Response.json({})
  },
}

// The hook of the project without a product: hands what it is given to the development sink, so that tests can read it.
import process from 'node:process'

interface HookBody {
  user: { email: string }
  email_data: { token: string; token_hash: string; redirect_to: string; email_action_type: string; site_url: string }
}

export default {
  async fetch(request: Request): Promise<Response> {
    const { user, email_data: data } = (await request.json()) as HookBody
    const query = new URLSearchParams({ token: data.token_hash, type: data.email_action_type, redirect_to: data.redirect_to })
    const link = `${data.site_url}/auth/v1/verify?${query.toString()}`
    const sent = await fetch(process.env['MAIL_SINK_URL'] ?? '', {
      method: 'POST',
      headers: { authorization: `Bearer ${process.env['MAIL_SINK_SECRET']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to: user.email, subject: data.email_action_type, text: `${data.token}\n${link}`, html: '' }),
    })
    return Response.json({}, { status: sent.ok ? 200 : 500 })
  },
}

// Open to everybody. Reports the request or does what the query asks for.
import { report } from '../_shared/report.ts'

export default {
  async fetch(request: Request): Promise<Response> {
    const told = new URL(request.url).searchParams.get('do')
    if (told === 'throw') throw new Error('thrown on purpose')
    if (told === 'refuse') return Response.json({ code: 'refused' }, { status: 418 })
    if (told === 'much') return new Response(new Uint8Array(9 * 1024 * 1024))
    if (told === 'redirect') return Response.redirect('https://elsewhere.example/', 302)
    return report(request)
  },
}

export function createMailSink(_: { folder: string; secret: string }) {
  const mails: unknown[] = []
  return {
    async receive(request: Request): Promise<Response> {
      mails.push(await request.json())
      return Response.json({})
    },
    async show(_request: Request, _path: string): Promise<Response> {
      return Response.json(mails)
    },
  }
}

// Returns the request that a function received.
export async function report(request: Request): Promise<Response> {
  const { url, method, headers } = request
  const { pathname, search, host } = new URL(url)
  return Response.json({ method, host, path: `${pathname}${search}`, headers: Object.fromEntries(headers), body: await request.text() })
}

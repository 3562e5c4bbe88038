/** A mail address that breaks after its "@". A part breaks only if it is too long by itself. */
export function Address({ children }: { children: string }) {
  const host = children.indexOf('@') + 1
  return (
    <bdi dir="ltr" className="min-w-0 wrap-anywhere">
      <span className="inline-block">{children.slice(0, host)}</span>
      <span className="inline-block">{children.slice(host)}</span>
    </bdi>
  )
}

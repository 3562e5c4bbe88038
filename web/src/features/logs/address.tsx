/** A mail address that breaks after its "@", and within a part only where that part alone is too long. */
export function Address({ children }: { children: string }) {
  const host = children.indexOf('@') + 1
  return (
    <bdi dir="ltr" className="min-w-0 wrap-anywhere">
      <span className="inline-block">{children.slice(0, host)}</span>
      <span className="inline-block">{children.slice(host)}</span>
    </bdi>
  )
}

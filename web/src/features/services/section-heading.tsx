/** A part of a page begins: its title, and one sentence about it. */
export function SectionHeading({ id, title, lead }: { id: string; title: string; lead: string }) {
  return (
    <div className="grid content-start gap-3">
      <h2 id={id} className="font-display text-3xl font-semibold">
        {title}
      </h2>
      <p className="max-w-[65ch] text-lg text-muted">{lead}</p>
    </div>
  )
}

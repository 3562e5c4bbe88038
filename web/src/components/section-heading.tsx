/** The title of a part of a page, with the sentence that leads into it. The part names it by `id`. */
export function SectionHeading({ id, title, lead }: { id: string; title: string; lead: string }) {
  return (
    <div className="mb-10 grid gap-3">
      <h2 id={id} className="font-display text-3xl font-semibold">
        {title}
      </h2>
      <p className="max-w-[65ch] text-lg text-muted">{lead}</p>
    </div>
  )
}

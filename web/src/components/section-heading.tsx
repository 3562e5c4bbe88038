/** The title of a section and the sentence below it. The section refers to it by `id`, and sets the space around it. */
export function SectionHeading({ id, title, lead }: { id: string; title: string; lead?: string }) {
  return (
    <div className="grid content-start gap-3">
      <h2 id={id} className="font-display text-3xl font-semibold sm:text-4xl">
        {title}
      </h2>
      {lead && <p className="max-w-[65ch] text-balance text-muted sm:text-lg">{lead}</p>}
    </div>
  )
}

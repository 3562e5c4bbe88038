import type { LegalBlock, LegalSection } from '../../content/legal-documents.ts'
import { LegalTable } from './legal-table.tsx'
import { RichText } from './rich-text.tsx'

export function Section({ section: { id, title, blocks }, number }: { section: LegalSection; number: number }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid gap-4">
      <h2 id={`${id}-title`} className="font-display text-2xl font-semibold">
        {number}. {title}
      </h2>
      {blocks.map((block) => (
        <Block key={keyOf(block)} block={block} />
      ))}
    </section>
  )
}

const keyOf = (block: LegalBlock) => (typeof block === 'string' ? block : 'list' in block ? block.list.join() : block.caption)

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <RichText>{block}</RichText>
      </p>
    )
  }
  if ('list' in block) {
    return (
      <ul className="grid list-disc gap-2 ps-5 marker:text-brass">
        {block.list.map((item) => (
          <li key={item}>
            <RichText>{item}</RichText>
          </li>
        ))}
      </ul>
    )
  }
  return <LegalTable {...block} />
}

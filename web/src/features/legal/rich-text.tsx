import { company } from '../../../../supabase/functions/_shared/company.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { unbroken } from '../../lib/unbroken.ts'
import { type Inline, parseInline } from './inline.ts'

const LINK = 'text-action underline underline-offset-4 hover:text-action-strong'

export function RichText({ children }: { children: string }) {
  const parts = parseInline(children)
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a fixed text never change places
  return parts.map((part, index) => <Part key={index} part={part} />)
}

function Part({ part }: { part: Inline }) {
  if (part.kind === 'text') return unbroken(part.text)
  if (part.kind === 'strong') return <strong className="font-semibold">{unbroken(part.text)}</strong>
  if (part.kind === 'value') return <Value name={part.name} />
  if (part.kind === 'link') {
    return (
      <Link to={part.to} className={LINK}>
        {unbroken(part.text)}
      </Link>
    )
  }
  return (
    <code dir="ltr" className="rounded-sm bg-tint px-1 py-0.5 text-[0.9em] [overflow-wrap:anywhere]">
      {part.text}
    </code>
  )
}

function Value({ name }: { name: string }) {
  const { t } = useI18n()
  const values: Partial<Record<string, string>> = {
    company: t('company.legalName'),
    brand: company.brand,
    address: t('company.address'),
    taxNumber: company.taxNumber,
  }
  const address = name === 'email' ? company.infoEmail : name === 'support' ? company.supportEmail : undefined
  // The company has not entered the value yet.
  if (!address) return <bdi>{values[name] || '–'}</bdi>
  return (
    <a href={`mailto:${address}`} className={LINK}>
      <bdi dir="ltr">{address}</bdi>
    </a>
  )
}

// Flags as SVG, because not every system has flag emoji.
import type { ReactNode } from 'react'
import type { Language } from '../lib/languages.ts'

const stripes = (...colours: string[]) =>
  colours.map((colour, n) => <rect key={colour} y={n * (12 / colours.length)} width="18" height={12 / colours.length} fill={colour} />)
const crescent = (x: number, behind: string, radius = 3) => (
  <>
    <circle cx={x} cy="6" r={radius} fill="#fff" />
    <circle cx={x + radius * 0.28} cy="6" r={radius * 0.8} fill={behind} />
    <circle cx={x + radius * 1.15} cy="6" r={radius * 0.3} fill="#fff" />
  </>
)

const FLAGS: Record<Language, ReactNode> = {
  tr: (
    <>
      <rect width="18" height="12" fill="#e30a17" />
      {crescent(7, '#e30a17')}
    </>
  ),
  az: (
    <>
      {stripes('#0092bc', '#e4002b', '#00af66')}
      {crescent(8, '#e4002b', 1.5)}
    </>
  ),
  en: (
    <>
      <rect width="18" height="12" fill="#012169" />
      <path d="M0 0l18 12M18 0L0 12" stroke="#fff" strokeWidth="2.4" />
      <path d="M0 0l18 12M18 0L0 12" stroke="#c8102e" strokeWidth="1" />
      <path d="M9 0v12M0 6h18" stroke="#fff" strokeWidth="4" />
      <path d="M9 0v12M0 6h18" stroke="#c8102e" strokeWidth="2.2" />
    </>
  ),
  ru: stripes('#fff', '#0039a6', '#d52b1e'),
  ar: (
    <>
      <rect width="18" height="12" fill="#006c35" />
      <path d="M4 4.6h10M5 6h8M5 8.6h8" stroke="#fff" strokeWidth="0.9" />
    </>
  ),
  fr: (
    <>
      <rect width="6" height="12" fill="#002654" />
      <rect x="6" width="6" height="12" fill="#fff" />
      <rect x="12" width="6" height="12" fill="#ce1126" />
    </>
  ),
}

export function Flag({ language }: { language: Language }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 18 12" className="h-3.5 w-5 shrink-0 rounded-xs outline outline-line/60">
      {FLAGS[language]}
    </svg>
  )
}

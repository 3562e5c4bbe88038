import { useI18n } from '../lib/i18n.tsx'
import { directionOf } from '../lib/languages.ts'
import { nameDirection } from '../lib/name-direction.ts'

/** A name inside a text, with first and last name in the same order in both directions. */
export function PersonName({ children, className }: { children: string; className?: string }) {
  const { language } = useI18n()
  return (
    <bdi dir={nameDirection(children, directionOf(language))} className={className}>
      {children}
    </bdi>
  )
}

import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../components/ui/button.tsx'

interface ConsultationCardProps {
  /** The id that links lead to. */
  id: string
  icon: LucideIcon
  title: string
  text: string
  features: string[]
  action: string
  /** The person in charge. */
  children?: ReactNode
}

export function ConsultationCard({ id, icon: Icon, title, text, features, action, children }: ConsultationCardProps) {
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="flex flex-col items-start gap-4 border-t border-brass pt-4 sm:gap-5 sm:pt-6"
    >
      <div className="grid gap-2 sm:gap-3">
        <h3 id={`${id}-title`} className="flex items-start gap-3 font-display text-2xl font-semibold">
          <Icon aria-hidden="true" strokeWidth={1.5} className="mt-1 size-6 shrink-0 text-brass" />
          <span className="min-w-0">{title}</span>
        </h3>
        <p className="text-muted max-sm:text-[0.9375rem] max-sm:leading-6">{text}</p>
      </div>
      <ul className="grid gap-2 max-sm:text-[0.9375rem] max-sm:leading-[1.45]">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-brass sm:mt-1" />
            <span className="min-w-0 wrap-anywhere">{feature}</span>
          </li>
        ))}
      </ul>
      {children}
      <ButtonLink to="/?service=healthcare#contact" look="secondary" className="mt-auto">
        {action}
      </ButtonLink>
    </article>
  )
}

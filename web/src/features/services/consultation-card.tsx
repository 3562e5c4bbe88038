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
      className="flex flex-col items-start gap-5 rounded-box border border-line bg-surface p-6 sm:p-8"
    >
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-8 text-brass" />
      <div className="grid gap-3">
        <h3 id={`${id}-title`} className="font-display text-2xl font-semibold">
          {title}
        </h3>
        <p className="text-muted">{text}</p>
      </div>
      <ul className="grid gap-3">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-brass" />
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

import type { Service } from '../../../../supabase/functions/_shared/rules.ts'
import { ArchPattern } from '../../components/arch-pattern.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { useLocation } from '../../lib/router/router.tsx'

interface ContactCallProps {
  title: string
  text: string
  action: string
  /** The subject of the page, if it is one service. */
  service?: Service
}

/** The call to action at the end of a page. */
export function ContactCall({ title, text, action, service }: ContactCallProps) {
  const { pathname } = useLocation()
  return (
    <section aria-labelledby="contact-call-title" className="relative isolate border-t border-line bg-tint">
      {/* Beside the text, never behind it. */}
      <ArchPattern seed={pathname} className="start-2/3 -z-1 w-1/3 max-lg:hidden" />
      <div className="page grid items-center gap-6 py-12 sm:gap-8 lg:grid-cols-[1fr_auto] lg:py-20">
        <div className="grid gap-3">
          <h2 id="contact-call-title" className="font-display text-3xl font-semibold sm:text-4xl">
            {title}
          </h2>
          <p className="max-w-[60ch] text-muted sm:text-lg">{text}</p>
        </div>
        <ButtonLink to={service ? `/?service=${service}#contact` : '/#contact'} className="justify-self-start">
          {action}
        </ButtonLink>
      </div>
    </section>
  )
}

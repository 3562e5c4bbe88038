import type { Service } from '../../../../supabase/functions/_shared/rules.ts'
import { Arcade } from '../../components/arcade.tsx'
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
    <section aria-labelledby="contact-call-title" className="on-night border-b border-brass/60 bg-night text-on-night">
      <div className="page relative isolate grid gap-6 py-12 sm:gap-8 lg:py-20">
        <Arcade seed={pathname} className="bottom-0 h-60 w-90" />
        <div className="grid max-w-2xl gap-3">
          <h2 id="contact-call-title" className="font-display text-3xl font-semibold sm:text-4xl">
            {title}
          </h2>
          <p className="max-w-[60ch] text-on-night-muted sm:text-lg">{text}</p>
        </div>
        <ButtonLink to={service ? `/?service=${service}#contact` : '/#contact'} look="on-night-primary" className="justify-self-start">
          {action}
        </ButtonLink>
      </div>
    </section>
  )
}

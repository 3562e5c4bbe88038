import { company } from '../../../../supabase/functions/_shared/company.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'

/** The brand, which links to the landing page. */
export function Brand({ className = '' }: { className?: string }) {
  const { t } = useI18n()
  return (
    <Link to="/" aria-label={`${company.brand} – ${t('nav.home')}`} className={`flex min-h-11 items-center gap-3 ${className}`}>
      <Mark />
      {/* Hidden with large text, which leaves no space for it beside the menus of a phone. */}
      <span className="font-display text-[min(1.5rem,max(24px,5vw))] leading-normal font-semibold tracking-wide max-[18rem]:hidden">
        {company.brand}
      </span>
    </Link>
  )
}

/** The logo: a doorway, in brass on navy. */
export function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
      {/* In the dark theme the edge shows where the doorway ends. */}
      <rect x="0.5" y="0.5" width="31" height="31" rx="6.5" fill="#0e1c36" className="stroke-[#0e1c36] dark:stroke-brass/45" />
      <path d="M9 25V15a7 7 0 0 1 14 0v10" fill="none" stroke="#d5b071" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M16 25v-8" stroke="#f6f1e7" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}

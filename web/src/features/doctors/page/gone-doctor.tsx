import { ArrowRight } from 'lucide-react'
import { useNextSlots } from '../../../domain/next-slots.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import type { PublicDoctor } from '../list/public-doctors.ts'
import { DoctorTiles } from './other-doctors.tsx'

/** Shown at the address of a doctor who no longer sees patients. Links to other doctors. */
export function GoneDoctor({ others }: { others: PublicDoctor[] }) {
  const { t } = useI18n()
  const nextSlots = useNextSlots({ perDoctor: 1, doctorIds: others.map(({ id }) => id) })
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <h1 className="page-title">{t('doctorPage.gone')}</h1>
        {others.length > 0 && <p className="max-w-[60ch] text-muted sm:text-lg">{t('doctorPage.goneText')}</p>}
      </div>
      <DoctorTiles doctors={others} state={nextSlots} heading="h2" />
      <Link to="/doctors" className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-action hover:underline">
        {t('nextSlots.allDoctors')}
        <ArrowRight aria-hidden="true" className="mirrored size-4" />
      </Link>
    </div>
  )
}

import { Mail } from 'lucide-react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { PhoneButton } from '../../components/phone-button.tsx'
import { buttonLook } from '../../components/ui/button.tsx'
import { DoctorHelp } from '../../features/doctors/help.tsx'
import { DoctorList } from '../../features/doctors/list/doctor-list.tsx'
import { usePageValue } from '../../lib/data/page-data.tsx'
import { useI18n } from '../../lib/i18n.tsx'

export default function Doctors() {
  return (
    // At least as high as the window, so that the footer starts below it and does not jump when the list loads.
    <div className="min-h-dvh noscript:min-h-0">
      <DoctorList head={<Head />}>
        <DoctorHelp />
      </DoctorList>
    </div>
  )
}

function Head() {
  const { t } = useI18n()
  const hasDoctors = usePageValue('doctors') !== undefined
  return (
    <>
      <div className="grid gap-2 lg:gap-4">
        <h1 className="page-title lg:text-[3.75rem] lg:leading-[1.1] lg:tracking-[-0.015em] [&:lang(ar)]:leading-[1.35] [&:lang(ar)]:tracking-normal">
          {t('doctors.title')}
        </h1>
        <p className="text-on-night-muted sm:text-lg">{t('doctors.lead')}</p>
      </div>
      <noscript>
        <p>{t(hasDoctors ? 'doctors.noScriptTimes' : 'doctors.noScript')}</p>
        <p className="mt-4 flex flex-wrap gap-3">
          <ReachUs />
        </p>
      </noscript>
    </>
  )
}

function ReachUs() {
  return (
    <>
      <PhoneButton look="primary" />
      {company.infoEmail && (
        <a href={`mailto:${company.infoEmail}`} className={buttonLook('secondary')}>
          <Mail aria-hidden="true" className="size-4" />
          <bdi dir="ltr">{company.infoEmail}</bdi>
        </a>
      )}
    </>
  )
}

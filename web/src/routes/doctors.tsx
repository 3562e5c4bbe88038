import { Mail } from 'lucide-react'
import { company } from '../../../supabase/functions/_shared/company.ts'
import { buttonLook } from '../components/ui/button.tsx'
import { DoctorHelp, PhoneButton } from '../features/doctors/help.tsx'
import { DoctorList } from '../features/doctors/list/doctor-list.tsx'
import { usePageValue } from '../lib/data/page-data.tsx'
import { useI18n } from '../lib/i18n.tsx'

export default function Doctors() {
  const { t } = useI18n()
  const hasDoctors = usePageValue('doctors') !== undefined
  return (
    // At least as high as the window, so that the footer is not visible and does not jump when the list arrives.
    <div className="page grid min-h-dvh content-start gap-4 py-6 sm:gap-6 sm:py-10 noscript:min-h-0">
      <div className="grid gap-2">
        <h1 className="page-title">{t('doctors.title')}</h1>
        <p className="text-muted sm:text-lg">{t('doctors.lead')}</p>
      </div>
      <noscript>
        <p>{t(hasDoctors ? 'doctors.noScriptTimes' : 'doctors.noScript')}</p>
        <p className="mt-4 flex flex-wrap gap-3">
          <ReachUs />
        </p>
      </noscript>
      <DoctorList>
        <DoctorHelp />
      </DoctorList>
    </div>
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

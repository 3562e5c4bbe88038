import { useEffect } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { SHORT_ID, shortIdOf } from '../../domain/doctor-address.ts'
import { specialtyName } from '../../domain/specialties.ts'
import { DoctorHelp } from '../../features/doctors/help.tsx'
import { type PublicDoctor, usePublicDoctors } from '../../features/doctors/list/public-doctors.ts'
import { DoctorSkeleton } from '../../features/doctors/page/doctor-skeleton.tsx'
import { DoctorView } from '../../features/doctors/page/doctor-view.tsx'
import { GoneDoctor } from '../../features/doctors/page/gone-doctor.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useParams } from '../../lib/router/router.tsx'

const MAX_OTHERS = 3

export default function DoctorPage() {
  const { doctor: slug = '' } = useParams()
  return (
    <div className="min-h-dvh pb-8 sm:pb-12 lg:pb-16">
      <Doctor key={slug} slug={slug} />
    </div>
  )
}

function Doctor({ slug }: { slug: string }) {
  const { t, language } = useI18n()
  const { doctors, error, retry } = usePublicDoctors(language)
  const shortId = SHORT_ID.exec(slug)?.[1]
  const doctor = doctors?.find(({ id }) => shortIdOf(id) === shortId)
  useTitle(doctor, doctors !== undefined)
  if (!doctors && !error) return <DoctorSkeleton />
  if (doctor && doctors)
    return (
      <>
        <DoctorView doctor={doctor} doctors={doctors} />
        <div className="page lg:pt-6">
          <DoctorHelp />
        </div>
      </>
    )
  return (
    <div className="page pt-5 sm:pt-12 lg:pt-16">
      {error ? (
        <LoadFailed title={t('doctors.loadFailed')} error={error} onRetry={retry} />
      ) : (
        <GoneDoctor others={doctors?.slice(0, MAX_OTHERS) ?? []} />
      )}
    </div>
  )
}

function useTitle(doctor: PublicDoctor | undefined, isKnown: boolean) {
  const { t } = useI18n()
  const gone = isKnown ? t('doctorPage.goneMetaTitle') : t('doctors.metaTitle')
  const name = doctor && t('doctor.name', { first: doctor.first_name, last: doctor.last_name })
  const title = doctor && name ? t('doctorPage.metaTitle', { name, specialty: specialtyName(doctor, t) }) : gone
  useEffect(() => {
    document.title = title.replaceAll(/[\u2066-\u2069]/g, '')
  }, [title])
}

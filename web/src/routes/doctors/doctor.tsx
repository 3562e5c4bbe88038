import { useEffect } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { SHORT_ID, shortIdOf } from '../../domain/doctor-address.ts'
import { specialtyName } from '../../domain/specialties.ts'
import { DoctorHelp } from '../../features/doctors/help.tsx'
import { type PublicDoctor, usePublicDoctors } from '../../features/doctors/list/public-doctors.ts'
import { DoctorView } from '../../features/doctors/page/doctor-view.tsx'
import { GoneDoctor } from '../../features/doctors/page/gone-doctor.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useParams } from '../../lib/router/router.tsx'

const MAX_OTHERS = 3

export default function DoctorPage() {
  const { doctor: slug = '' } = useParams()
  return (
    <div className="page min-h-dvh pt-5 pb-8 sm:py-12 lg:py-16">
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
  if (error) return <LoadFailed title={t('doctors.loadFailed')} error={error} onRetry={retry} />
  if (!doctors) return <DoctorSkeleton />
  if (!doctor) return <GoneDoctor others={doctors.slice(0, MAX_OTHERS)} />
  return (
    <>
      <DoctorView doctor={doctor} />
      <div className="lg:pt-6">
        <DoctorHelp />
      </div>
    </>
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

function DoctorSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-x-16 gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Skeleton className="arch! mx-auto h-58 w-48 lg:h-87.5 lg:w-72" />
      <Skeleton className="h-96" />
    </div>
  )
}

// The patient's tab beside the call: the doctor, and the complaint from the booking.
import { useQuery } from '@tanstack/react-query'
import { Portrait } from '../../../domain/portrait.tsx'
import { type HasSpecialty, specialtyName } from '../../../domain/specialties.ts'
import { SpokenLanguages } from '../../../domain/spoken-language.tsx'
import { titledName } from '../../../domain/titled-name.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'

interface DoctorCardProps {
  appointment: {
    id: string
    patient_complaint: string | null
    doctor: HasSpecialty & { first_name: string; last_name: string; title: string | null; photo_path: string | null }
  }
}

async function readDoctor(appointmentId: string) {
  const found = await supabase.from('appointments').select('doctor:doctors (languages)').eq('id', appointmentId).single()
  return unwrap(found).doctor
}

export default function DoctorCard({ appointment: { id, doctor, patient_complaint } }: DoctorCardProps) {
  const { t } = useI18n()
  // If this fails, the card only shows a little less.
  const { data } = useQuery({ queryKey: ['doctor-in-call', id], queryFn: () => readDoctor(id), staleTime: Number.POSITIVE_INFINITY })
  const languages = data?.languages ?? []
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex items-center gap-4">
        <Portrait isDecorative size="large" doctor={doctor} />
        <div className="grid min-w-0 gap-1">
          <h3 className="font-display text-xl font-semibold wrap-anywhere">
            <bdi>{titledName(doctor, t)}</bdi>
          </h3>
          <p className="text-action-strong">{specialtyName(doctor, t)}</p>
        </div>
      </div>
      {languages.length > 0 && (
        <dl className="grid gap-1">
          <dt className="text-sm text-muted">{t('doctors.languages')}</dt>
          <dd>
            <SpokenLanguages codes={languages} />
          </dd>
        </dl>
      )}
      {patient_complaint && (
        <dl className="grid gap-1">
          <dt className="text-sm text-muted">{t('booking.complaint')}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            <bdi>{patient_complaint}</bdi>
          </dd>
        </dl>
      )}
    </div>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_COMPLAINT_LENGTH } from '../../../../../../supabase/functions/_shared/rules.ts'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { TextAreaField } from '../../../../components/ui/field.tsx'
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx'
import { isPhoneOnly } from '../../../../domain/guardians.ts'
import { textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { isLanguage, type Language } from '../../../../lib/languages.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { isAdmin } from '../../../../lib/session/session-state.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { cityOf } from '../../../../lib/time/zones.ts'
import { useActiveTypes } from '../../shared/active-types.ts'
import { refreshAppointments } from '../../shared/live.ts'
import { refreshFreeTimes } from '../../shared/picker/free-times.ts'
import { TypeChoice } from '../../shared/type-choice.tsx'
import type { DeskDoctor } from '../desk-doctor.ts'
import { AddCaller } from './add-caller.tsx'
import { BookDoctorChoice } from './book-doctor-choice.tsx'
import { BOOK_ERRORS, bookForPatient, type FoundPatient, foundPatientName } from './book-for-patient.ts'
import { InvitePatient } from './invite-patient.tsx'
import { PatientHabits } from './patient-habits.tsx'
import { PatientLines, PatientSearch } from './patient-search.tsx'
import { type ChosenTime, TimeChoice } from './time-choice.tsx'

interface BookFormProps {
  doctor?: DeskDoctor | undefined
  doctors?: DeskDoctor[] | undefined
  day?: string | undefined
  time?: string | undefined
  onClose: () => void
  onBooked?: ((appointmentId: string) => void) | undefined
}

export default function BookForm({ doctor: given, doctors, day, time, onClose, onBooked }: BookFormProps) {
  const { t, language } = useI18n()
  const session = useSession()
  const mayAddCallers = session.status === 'in' && isAdmin(session.person)
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const chosen = useRef<HTMLDivElement>(null)
  const [patient, setPatient] = useState<FoundPatient>()
  const [searched, setSearched] = useState('')
  const [chosenDoctor, setDoctor] = useState(given)
  const [when, setWhen] = useState<ChosenTime>({ day, time })
  const [chosenType, setType] = useState<string>()
  const [complaint, setComplaint] = useState('')
  const [zone, setZone] = useState<string>()
  const [spoken, setSpoken] = useState<Language>()
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const doctor = given ?? chosenDoctor
  const types = useActiveTypes(doctor?.id)
  // The first type is the default, as it is for patients.
  const type = types.data?.find(({ id }) => id === chosenType) ?? types.data?.[0]
  const sought = doctor && { ...doctor, ...(type && { type_id: type.id, session_duration: type.minutes }) }
  const missing = {
    patient: !patient && t('desk.patientMissing'),
    doctor: !doctor && t('desk.doctorMissing'),
    when: !(when.day && when.time) && t('desk.timeMissing'),
    complaint: !complaint.trim() && t('desk.complaintMissing'),
  }
  const shown = (part: keyof typeof missing) => (wasSubmitted && missing[part]) || undefined
  const booking = useMutation({
    mutationFn: bookForPatient,
    onSuccess: (id, { day: bookedDay, time: bookedTime }) => {
      toast.success(t('desk.booked'), {
        description: t('desk.bookedText', {
          patient: (patient && foundPatientName(patient)) || t('desk.unnamed'),
          day: formatDay(bookedDay, language),
          time: t('appointments.clock', { time: bookedTime, city: cityOf(doctor?.timezone ?? '', language) }),
        }),
      })
      onClose()
      onBooked?.(id)
    },
    onSettled: (_, __, { doctorId }) => {
      void refreshFreeTimes(client, doctorId)
      void refreshAppointments(client)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (booking.isPending) return
    if (!patient || !doctor || !when.day || !when.time || missing.complaint) {
      setWasSubmitted(true)
      // The fields are marked as invalid in the next frame.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus())
      return
    }
    booking.mutate({
      patientId: patient.user_id,
      doctorId: doctor.id,
      day: when.day,
      time: when.time,
      complaint: complaint.trim(),
      ...(type && { type_id: type.id }),
      ...(!patient.has_timezone && !isPhoneOnly(patient) && { timezone: zone ?? doctor.timezone, language: spoken ?? patient.language }),
    })
  }
  const problem = booking.error && textOf(booking.error, BOOK_ERRORS)
  // The pressed element is gone, so the focus moves to the next part of the form. A response may choose the patient, too, and React
  // renders what a response sets after the next frame when the machine is busy. So it renders at once.
  const choosePatient = (next: FoundPatient) => {
    flushSync(() => setPatient(next))
    chosen.current?.focus()
  }
  const changePatient = () => {
    flushSync(() => {
      setPatient(undefined)
      setSearched('')
    })
    search.current?.focus()
  }
  return (
    <form ref={form} method="post" noValidate className="grid min-w-0 gap-5" onSubmit={submit}>
      {patient ? (
        <div ref={chosen} tabIndex={-1} className="flex flex-wrap items-center justify-between gap-3 rounded-box bg-tint p-4">
          <div className="min-w-0">
            <PatientLines patient={patient} />
          </div>
          <Button look="secondary" onClick={changePatient}>
            {t('desk.changePatient')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-x-6 *:basis-full [&>button]:basis-auto [&>fieldset]:my-2">
          <PatientSearch field={search} error={shown('patient')} onChoose={choosePatient} onType={setSearched} />
          <InvitePatient searched={searched} onInvited={choosePatient} />
          {/* Reception can add people. Doctors book only for their patients. */}
          {mayAddCallers && (
            <AddCaller searched={searched} onChoose={choosePatient} renderPatient={(each) => <PatientLines patient={each} />} />
          )}
        </div>
      )}
      {patient && !patient.has_timezone && !isPhoneOnly(patient) && doctor && (
        <PatientHabits
          zone={zone ?? doctor.timezone}
          language={spoken ?? (isLanguage(patient.language) ? patient.language : 'tr')}
          onZone={setZone}
          onLanguage={setSpoken}
        />
      )}
      {!given && (
        <BookDoctorChoice
          doctors={doctors ?? []}
          doctor={chosenDoctor}
          error={shown('doctor')}
          onChoose={(next) => {
            setDoctor(next)
            setType(undefined)
            setWhen({})
          }}
        />
      )}
      {types.data && type && (
        <TypeChoice
          types={types.data}
          chosen={type.id}
          onChoose={(next) => {
            setType(next)
            setWhen({})
          }}
        />
      )}
      {sought && !types.isPending && (
        <TimeChoice key={`${sought.id} ${type?.id}`} doctor={sought} chosen={when} error={shown('when')} onChoose={setWhen} />
      )}
      <TextAreaField
        label={t('desk.complaint')}
        hint={t('desk.complaintHint')}
        required
        rows={2}
        maxLength={MAX_COMPLAINT_LENGTH}
        className="min-h-20!"
        value={complaint}
        error={shown('complaint')}
        onChange={({ target }) => setComplaint(target.value)}
      />
      {/* Not kept as a draft, because one patient's complaint must not appear in the form for the next patient. */}
      <UnsavedChanges isDirty={(patient !== undefined || complaint !== '') && !booking.isSuccess} />
      {problem && <ErrorBanner title={t('desk.bookFailed')}>{t(problem.key, problem.values)}</ErrorBanner>}
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-surface p-6 pt-4 max-sm:*:grow">
        <Button look="secondary" onClick={onClose}>
          {t('desk.close')}
        </Button>
        <Button type="submit" busyLabel={booking.isPending && t('desk.booking')}>
          {t('desk.bookYes')}
        </Button>
      </div>
    </form>
  )
}

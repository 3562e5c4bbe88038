// Admins' actions on the record of a patient without an account: invite the patient to claim it, or erase it if there is no guardian.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { DialogAnswers } from '../../../components/ui/dialog-answers.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { TextField } from '../../../components/ui/field.tsx'
import { isPhoneOnly } from '../../../domain/guardians.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { EMAIL, MAX_EMAIL_LENGTH } from '../../../lib/email.ts'
import { AppError, type ErrorTexts, textOf, unwrap } from '../../../lib/errors.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { formatMoment } from '../../../lib/time/dates.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { browserZone } from '../../../lib/time/zones.ts'
import { keys } from '../shared/keys.ts'
import { refreshAppointments } from '../shared/live.ts'
import { patientName } from './patient-name.ts'
import type { Appointment } from './queries.ts'
import { IN_ROW } from './row-look.tsx'

const ERRORS: ErrorTexts = {
  not_a_guardian: 'record.gone',
  patient_not_found: 'record.gone',
  patient_has_guardians: 'record.hasGuardians',
  patient_is_minor: 'record.isMinor',
  invitation_email_invalid: 'record.emailInvalid',
  invitation_to_oneself: 'record.emailIsYours',
  too_many_invitations: 'record.tooMany',
  too_many_requests: 'record.tooMany',
}
/** Lets a long label wrap on a phone. */
const WRAPPED = `${IN_ROW} whitespace-normal!`
const AT_ADDRESS = ['invitation_email_invalid', 'invitation_to_oneself']

async function loadRecord(appointmentId: string) {
  const [row] = unwrap(await supabase.from('appointments').select('user_id').eq('id', appointmentId))
  if (!row) throw new AppError('patient_not_found')
  const [invitation] = unwrap(
    await supabase
      .from('patient_invitations')
      .select('id, email, created_at, expires_at')
      .eq('patient_id', row.user_id)
      .eq('kind', 'claim')
      .is('accepted_at', null)
      .is('revoked_at', null)
      .order('created_at', { ascending: false })
      .limit(1),
  )
  return { patientId: row.user_id, invitation }
}

const recordKey = (appointmentId: string) => [...keys.one(appointmentId), 'record']

export default function RecordActions({ appointment }: { appointment: Appointment }) {
  useTexts('staff', 'desk')
  const { t, language } = useI18n()
  const now = useNow()
  const { data } = useQuery({ queryKey: recordKey(appointment.id), queryFn: () => loadRecord(appointment.id) })
  if (!data) return null
  const { invitation, patientId } = data
  const isOver = invitation && Date.parse(invitation.expires_at) <= now.getTime()
  const name = patientName(appointment, t)
  return (
    <section aria-label={t('record.title')} className="grid gap-2 rounded-box border border-line p-4">
      <p className="font-medium">{t('record.title')}</p>
      {invitation && (
        <p className={isOver ? 'text-sm text-wait' : 'text-sm text-muted'}>
          {t(isOver ? 'record.expired' : 'record.sent', {
            email: `\u2066${invitation.email}\u2069`,
            date: formatMoment(invitation.expires_at, browserZone(), language),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <InviteDialog {...{ appointment, patientId, name }} email={invitation?.email ?? ''} />
        {isPhoneOnly(appointment.patient) && <EraseDialog {...{ appointment, patientId, name }} />}
      </div>
    </section>
  )
}

interface AboutRecord {
  appointment: Appointment
  patientId: string
  name: string
}

/** A new invitation replaces the previous one. */
function InviteDialog({ appointment, patientId, name, email }: AboutRecord & { email: string }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [wrong, setWrong] = useState<TextKey>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (address: string) => unwrap(await supabase.rpc('invite_patient_to_claim', { patient_id: patientId, email: address })),
    onSettled: () => client.invalidateQueries({ queryKey: recordKey(appointment.id) }),
  })
  const problem = error ? textOf(error, ERRORS) : undefined
  const isAtAddress = error instanceof AppError && AT_ADDRESS.includes(error.reason)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = input.current?.value.trim() ?? ''
    reset()
    setWrong(EMAIL.test(address) ? undefined : 'record.emailInvalid')
    if (!EMAIL.test(address) || isPending) return input.current?.focus()
    mutate(address, {
      onSuccess: () => {
        toast.success(t('record.inviteSent'), { description: address })
        setIsOpen(false)
      },
      onError: () => input.current?.focus(),
    })
    return undefined
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        reset()
        setWrong(undefined)
        setIsOpen(next)
      }}
      trigger={
        <Button look="secondary" className={WRAPPED}>
          {t(email ? 'record.inviteAgain' : 'record.invite')}
        </Button>
      }
      title={t('record.inviteTitle', { name })}
      description={t('record.inviteText')}
      closeLabel={t('dialog.close')}
    >
      <form method="post" noValidate className="grid gap-4" onSubmit={submit}>
        <TextField
          ref={input}
          label={t('record.email')}
          error={wrong ? t(wrong) : isAtAddress && problem ? t(problem.key, problem.values) : undefined}
          type="email"
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
          dir="ltr"
          className="rtl:text-right"
          defaultValue={email}
          onChange={() => {
            reset()
            setWrong(undefined)
          }}
          required
        />
        {problem && !isAtAddress && <ErrorBanner title={t('record.inviteFailed')}>{t(problem.key, problem.values)}</ErrorBanner>}
        <DialogAnswers
          no={t('record.back')}
          onNo={() => setIsOpen(false)}
          yes={t('record.send')}
          busyLabel={isPending && t('record.sending')}
        />
      </form>
    </Dialog>
  )
}

function EraseDialog({ appointment, patientId, name }: AboutRecord) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => unwrap(await supabase.rpc('erase_patient_record', { patient_id: patientId })),
    onSuccess: () => {
      setIsOpen(false)
      toast.success(t('record.erased'))
    },
    onSettled: () => Promise.all([refreshAppointments(client), client.invalidateQueries({ queryKey: recordKey(appointment.id) })]),
  })
  const problem = error ? textOf(error, ERRORS) : undefined
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(next) => {
        reset()
        setIsOpen(next)
      }}
      trigger={
        <Button look="secondary" className={`${WRAPPED} text-danger!`}>
          {t('record.erase')}
        </Button>
      }
      title={t('record.eraseTitle', { name })}
      description={t('record.eraseText')}
      no={t('record.back')}
      yes={t('record.eraseYes')}
      busyLabel={isPending && t('record.erasing')}
      onYes={() => mutate()}
    >
      {problem && <ErrorBanner title={t('record.eraseFailed')}>{t(problem.key, problem.values)}</ErrorBanner>}
    </ConfirmDialog>
  )
}

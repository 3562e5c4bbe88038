// Invites a patient without an account, so that staff can book for them at once.

import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import * as z from 'zod/mini'
import { LanguageSelect } from '../../../../components/language-select.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { TextField } from '../../../../components/ui/field.tsx'
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx'
import { askFunction } from '../../../../lib/data/functions.ts'
import { AppError, type ErrorTexts, textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { isLanguage } from '../../../../lib/languages.ts'
import type { FoundPatient } from './book-for-patient.ts'

const MAX_NAME = 200
const MAX_EMAIL = 254

const Answer = z.object({ user_id: z.nullish(z.string()), invitation_id: z.nullish(z.string()) })

const ERRORS: ErrorTexts = {
  invitation_email_invalid: 'desk.inviteEmailWrong',
  too_many_invitations: 'desk.inviteLimit',
  account_not_confirmed: 'desk.inviteUnconfirmed',
}

interface Invited {
  email: string
  full_name: string
  language: string
}

/** Doctors must not learn whether an account exists, so they get the invitation's id in place of the account's. */
async function invitePatient({ email, full_name, language }: Invited): Promise<FoundPatient> {
  const wanted = { email, role: 'patient', language, ...(full_name && { full_name }) }
  const answer = await askFunction('invite-person', wanted, Answer)
  const user_id = answer.user_id ?? answer.invitation_id
  if (!user_id) throw new AppError('failed')
  const nobody = { last_name: null, phone: null, has_timezone: false, has_account: true, guardians: null }
  return { ...nobody, user_id, first_name: full_name || null, email, language }
}

interface InvitePatientProps {
  /** The search term that found nobody: a name or an address. */
  searched: string
  onInvited: (patient: FoundPatient) => void
}

export function InvitePatient({ searched, onInvited }: InvitePatientProps) {
  const { t, language: own } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [language, setLanguage] = useState(own)
  const inviting = useMutation({ mutationFn: invitePatient, onSuccess: onInvited })
  const problem = inviting.error && textOf(inviting.error, ERRORS)
  const canInvite = email.includes('@') && !inviting.isPending
  const invite = () => inviting.mutate({ email: email.trim(), full_name: name.trim(), language })
  const open = () => {
    const text = searched.trim()
    if (text.includes('@')) setEmail(text.slice(0, MAX_EMAIL))
    // A phone number must not become the name.
    else if (/\p{L}/u.test(text)) setName(text.slice(0, MAX_NAME))
    setIsOpen(true)
  }
  // Keeps Enter in these fields from submitting the surrounding form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (canInvite) invite()
  }
  if (!isOpen) {
    return (
      <Button look="quiet" className="-ms-3 min-h-11! justify-self-start px-3! text-sm text-action!" onClick={open}>
        {t('desk.invite')}
      </Button>
    )
  }
  return (
    <fieldset className="grid gap-4 rounded-box border border-line bg-paper p-4">
      <legend className="sr-only">{t('desk.invite')}</legend>
      <p className="text-sm text-muted">{t('desk.inviteText')}</p>
      <TextField
        label={t('desk.inviteName')}
        autoComplete="off"
        dir="auto"
        maxLength={MAX_NAME}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The field appears because the user opened it.
        autoFocus
        value={name}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t('desk.inviteEmail')}
          type="email"
          autoComplete="off"
          dir="ltr"
          maxLength={MAX_EMAIL}
          value={email}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setEmail(target.value)}
        />
        <LanguageSelect
          label={t('desk.language')}
          value={language}
          onChange={({ target }) => {
            if (isLanguage(target.value)) setLanguage(target.value)
          }}
        />
      </div>
      <UnsavedChanges isDirty={name !== '' || email !== ''} />
      {problem && <ErrorBanner title={t('desk.inviteFailed')}>{t(problem.key, problem.values)}</ErrorBanner>}
      <Button
        look="secondary"
        className="justify-self-end"
        disabled={!canInvite}
        busyLabel={inviting.isPending && t('desk.inviting')}
        onClick={invite}
      >
        {t('desk.inviteYes')}
      </Button>
    </fieldset>
  )
}

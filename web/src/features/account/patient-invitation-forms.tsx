// Accepting an invitation about a patient: with the account that is signed in, or with a new one.
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { AppError, textOf } from '../../lib/errors.ts'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { Acceptance } from './acceptance.tsx'
import { accountErrorText, isFault } from './account-errors.ts'
import { PasswordField } from './password-field.tsx'
import { acceptInvitation, INVITATION_ERRORS, type OpenInvitation, openInvitedAccount } from './patient-invitation-queries.ts'
import { InvitedClaimant, InvitedGuardian, type InvitedGuardianInput } from './patient-invitation-rules.ts'
import { MAX_LENGTH, PASSWORD_SYMBOLS } from './rules.ts'

/** The checkbox of the declaration and its wording, which the form to add a child has too. */
export interface DeclarationParts {
  Box: ComponentType<{ label: string; error?: string | undefined } & Partial<UseFormRegisterReturn>>
  version: string
}

interface FormProps {
  invitation: OpenInvitation
  token: string
  declaration: DeclarationParts
  /** The error of the last attempt to accept, or undefined. */
  refusal: unknown
  onRefused: (error: unknown) => void
}

/** Leaves for the page of what the person has just received. */
function useDone({ kind }: OpenInvitation) {
  const { t } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // Accepting changes appointments, people and the profile.
    await client.invalidateQueries()
    const isClaim = kind === 'claim'
    navigate(isClaim ? '/appointments?tab=mine' : '/profile', { replace: true })
    toast.success(t(isClaim ? 'invitation.claimDone' : 'invitation.guardianDone'), {
      description: t(isClaim ? 'invitation.claimDoneText' : 'invitation.guardianDoneText'),
    })
  }
}

function Refused({ error }: { error: unknown }): ReactNode {
  const { t } = useI18n()
  if (error === undefined) return null
  const known = error instanceof AppError && error.reason in INVITATION_ERRORS
  const { key, values } = textOf(error, INVITATION_ERRORS)
  return (
    <Banner tone="danger" role="alert">
      <p className="font-medium">{t('invitation.failed')}</p>
      <p>{known ? t(key, { symbols: PASSWORD_SYMBOLS, ...values }) : accountErrorText(error, t)}</p>
    </Banner>
  )
}

export function AcceptForm({ invitation, token, declaration: { Box, version }, refusal, onRefused }: FormProps) {
  const { t } = useI18n()
  const done = useDone(invitation)
  const isClaim = invitation.kind === 'claim'
  const { register, handleSubmit, formState } = useForm({ defaultValues: { declaration: false } })
  const accept = async () => {
    onRefused(undefined)
    try {
      await acceptInvitation(token, version)
    } catch (error) {
      return onRefused(error)
    }
    return done()
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(accept)(event)}>
      {!isClaim && (
        <Box
          label={t('relatives.childDeclaration')}
          error={formState.errors.declaration && t('relatives.declarationMissing')}
          {...register('declaration', { required: true })}
        />
      )}
      <Refused error={refusal} />
      <Button type="submit" busyLabel={formState.isSubmitting && t('invitation.busy')}>
        {t(isClaim ? 'invitation.claimSubmit' : 'invitation.guardianSubmit')}
      </Button>
    </form>
  )
}

interface NewAccountFormProps extends FormProps {
  onOpening: (isOpening: boolean) => void
}

export function NewAccountForm({ invitation, token, declaration, refusal, onRefused, onOpening }: NewAccountFormProps) {
  const { t, language } = useI18n()
  const done = useDone(invitation)
  const isClaim = invitation.kind === 'claim'
  const { register, handleSubmit, formState, setError } = useForm<InvitedGuardianInput>({
    defaultValues: { first_name: '', last_name: '', declaration: false, password: '' },
    resolver: checkedBy<InvitedGuardianInput>(isClaim ? InvitedClaimant : InvitedGuardian),
  })
  const faultOf = faultTexts(formState.errors, t, { symbols: PASSWORD_SYMBOLS })
  const field = (name: keyof InvitedGuardianInput) => ({ required: true, error: faultOf(name), ...register(name) })
  const { Box } = declaration

  const open = async ({ first_name, last_name, password }: InvitedGuardianInput) => {
    onRefused(undefined)
    onOpening(true)
    try {
      const names = isClaim ? undefined : { first_name, last_name }
      await openInvitedAccount({ token, email: invitation.email, password, names, language })
      if (!isClaim) await acceptInvitation(token, declaration.version)
    } catch (error) {
      onOpening(false)
      if (isFault(error, 'weak_password')) return setError('password', { message: 'account.passwordLeaked' }, { shouldFocus: true })
      return onRefused(error)
    }
    return done()
  }

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(open)(event)}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={invitation.email} readOnly hidden />
      {!isClaim && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t('account.firstName')} autoComplete="given-name" maxLength={MAX_LENGTH.name} {...field('first_name')} />
          <TextField label={t('account.lastName')} autoComplete="family-name" maxLength={MAX_LENGTH.name} {...field('last_name')} />
        </div>
      )}
      <PasswordField label={t('account.password')} hint={t('account.passwordHint')} autoComplete="new-password" {...field('password')} />
      {!isClaim && <Box label={t('relatives.childDeclaration')} {...field('declaration')} />}
      <Acceptance />
      <Refused error={refusal} />
      <Button type="submit" busyLabel={formState.isSubmitting && t('invitation.busy')}>
        {t(isClaim ? 'invitation.claimSubmit' : 'invitation.guardianSubmit')}
      </Button>
    </form>
  )
}

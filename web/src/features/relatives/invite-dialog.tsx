// Sends an invitation by e-mail: to an adult to claim their record, or to the second guardian of a child.
import { useRef, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button, buttonLook } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { EMAIL, MAX_EMAIL_LENGTH } from '../../lib/email.ts'
import { AppError, textOf } from '../../lib/errors.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { type InvitationKind, useInviteToPatient } from './life-queries.ts'
import { type Owner, type Relative, useRefreshRelatives } from './queries.ts'
import { LIFE_ERRORS } from './relative-errors.ts'
import { relativeName } from './relative-names.ts'

const TEXTS: Record<InvitationKind, Record<'open' | 'openFor' | 'title' | 'text' | 'email' | 'hint', TextKey>> = {
  claim: {
    open: 'relatives.claim',
    openFor: 'relatives.claimFor',
    title: 'relatives.claimTitle',
    text: 'relatives.claimText',
    email: 'relatives.claimEmail',
    hint: 'relatives.claimEmailHint',
  },
  guardian: {
    open: 'relatives.second',
    openFor: 'relatives.secondFor',
    title: 'relatives.secondTitle',
    text: 'relatives.secondText',
    email: 'relatives.secondEmail',
    hint: 'relatives.secondEmailHint',
  },
}

interface InviteDialogProps {
  relative: Relative
  owner: Owner
  kind: InvitationKind
}

/** `look` is the look of the trigger. By default the trigger has its own. */
export function InviteDialog({ relative, owner, kind, look }: InviteDialogProps & { look?: string }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const refresh = useRefreshRelatives(owner)
  const change = (next: boolean) => {
    setIsOpen(next)
    if (!next) void refresh()
  }
  const name = relativeName(relative)
  const texts = TEXTS[kind]
  return (
    <Dialog
      trigger={
        <button type="button" className={look ?? buttonLook('text')} aria-label={t(texts.openFor, { name })}>
          {t(texts.open)}
        </button>
      }
      title={t(texts.title, { name })}
      description={t(texts.text, { name })}
      closeLabel={t('dialog.close')}
      open={isOpen}
      onOpenChange={change}
    >
      <InviteForm {...{ relative, owner, kind }} onDone={() => setIsOpen(false)} />
    </Dialog>
  )
}

function InviteForm({ relative, owner, kind, onDone }: InviteDialogProps & { onDone: () => void }) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<TextKey>()
  const [refusal, setRefusal] = useState<string>()
  const { mutateAsync: invite, isPending } = useInviteToPatient(owner, relative.user_id, kind)
  const texts = TEXTS[kind]
  const complain = (fault: TextKey) => {
    setWrong(fault)
    input.current?.focus()
  }

  const send = async () => {
    const email = input.current?.value.trim() ?? ''
    setRefusal(undefined)
    setWrong(undefined)
    if (!EMAIL.test(email)) return complain(email ? 'relatives.emailInvalid' : 'profile.required')
    try {
      await invite(email)
    } catch (error) {
      const { key, values } = textOf(error, LIFE_ERRORS)
      if (error instanceof AppError && AT_ADDRESS.includes(error.reason)) return complain(key)
      return setRefusal(t(key, values))
    }
    toast.success(t('relatives.inviteSent'), { description: email })
    onDone()
    return undefined
  }

  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        ref={input}
        label={t(texts.email)}
        hint={t(texts.hint)}
        error={wrong && t(wrong)}
        type="email"
        // The address is another person's, so the browser must not fill in the user's own.
        autoComplete="off"
        maxLength={MAX_EMAIL_LENGTH}
        dir="ltr"
        className="rtl:text-right"
        required
      />
      {refusal && (
        <Banner tone="danger" role="alert">
          <p className="font-medium">{t('relatives.inviteFailed')}</p>
          <p>{refusal}</p>
        </Banner>
      )}
      <Button type="submit" busyLabel={isPending && t('relatives.inviting')}>
        {t('relatives.invite')}
      </Button>
    </form>
  )
}

/** Database errors about the address itself. */
const AT_ADDRESS = ['invitation_email_invalid', 'invitation_to_oneself']

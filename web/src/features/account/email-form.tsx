// A form with one e-mail address and a button, for dialogs.
import { type FormEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { LinkRequest, type LinkRequestInput, MAX_LENGTH } from './rules.ts'

interface EmailFormProps {
  label: TextKey
  email?: string
  submit: TextKey
  submitting: TextKey
  /** Returns the text for the field if the address is refused. */
  onSend: (email: string) => Promise<TextKey | undefined>
}

export function EmailForm({ label, email = '', submit, submitting, onSend }: EmailFormProps) {
  const { t } = useI18n()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<LinkRequestInput>({
    defaultValues: { email },
    resolver: checkedBy(LinkRequest),
  })
  // The dialog would otherwise focus its close button.
  useEffect(() => setFocus('email'), [setFocus])
  const send = async (input: LinkRequestInput) => {
    const message = await onSend(input.email)
    if (message) setError('email', { message }, { shouldFocus: true })
  }
  const submitAlone = (event: FormEvent) => {
    // Otherwise a form around the dialog's button would be submitted too.
    event.stopPropagation()
    void handleSubmit(send)(event)
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={submitAlone}>
      <TextField
        label={t(label)}
        type="email"
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        dir="ltr"
        className="rtl:text-right"
        required
        error={faultTexts(formState.errors, t)('email')}
        {...register('email')}
      />
      <Button type="submit" busyLabel={formState.isSubmitting && t(submitting)}>
        {t(submit)}
      </Button>
    </form>
  )
}

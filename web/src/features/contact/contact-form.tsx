import { useEffect, useRef, useState } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { prepareToasts, toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TextAreaField, TextField } from '../../components/ui/field.tsx'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { useIsHydrated } from '../../lib/hydrated.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useTypedForm } from '../../lib/use-typed.ts'
import type { ContactInput, Outcome, sendContactMessage } from './contact-message.ts'
import { MAX_LENGTH } from './limits.ts'
import { useFirstWords } from './use-first-words.ts'

const EMPTY: ContactInput = { name: '', email: '', phone: '', message: '', website: '' }

const loadRules = () => import('./contact-message.ts')

/** If the rules cannot be downloaded, the message cannot be sent either, which `sendMessage` reports. */
async function checkMessage(values: ContactInput) {
  const rules = await loadRules().catch(() => undefined)
  return rules ? checkedBy(rules.ContactMessage)(values) : { values, errors: {} }
}

async function sendMessage(...message: Parameters<typeof sendContactMessage>): Promise<Outcome> {
  const rules = await loadRules().catch(() => undefined)
  return rules ? rules.sendContactMessage(...message) : { reason: navigator.onLine ? 'failed' : 'offline' }
}

const FAULTS = { 'too-many': 'contact.tooMany', maintenance: 'contact.maintenance', failed: 'contact.failed' } as const

export function ContactForm() {
  const { t, language } = useI18n()
  const isHydrated = useIsHydrated()
  const [isOffline, setIsOffline] = useState(false)
  const draft = useRef<{ id: string; content: string }>(undefined)
  const form = useForm<ContactInput>({ defaultValues: EMPTY, resolver: checkMessage })
  const { register, handleSubmit, reset, control, formState, getValues, setValue } = form
  useTypedForm('contact', form, ['website'])
  const begun = useRef('')
  useFirstWords((text) => {
    // Never over what somebody has typed.
    const typed = getValues('message')
    if (typed && typed !== begun.current) return
    begun.current = text
    setValue('message', text)
  })
  const left = MAX_LENGTH.message - useWatch({ control, name: 'message' }).length

  const send = async (input: ContactInput) => {
    // Sending the same message again keeps its id. A changed message gets a new one.
    const content = JSON.stringify(input)
    if (draft.current?.content !== content) draft.current = { id: crypto.randomUUID(), content }
    const outcome = await sendMessage(draft.current.id, input, language)
    setIsOffline(outcome.reason === 'offline')
    // Shown at the form, which is far from the notice at the top of the page.
    if (outcome.reason === 'offline') return
    if (outcome.reason !== 'sent') {
      toast.error(t('contact.failedTitle'), { description: outcome.said ?? t(FAULTS[outcome.reason], { email: company.infoEmail }) })
      return
    }
    draft.current = undefined
    reset(EMPTY)
    toast.success(t('contact.sentTitle'), { description: t('contact.sent') })
  }

  const complain = (errors: FieldErrors<ContactInput>) => {
    const isMissing = Object.values(errors).some((error) => error?.message === 'contact.fieldRequired')
    const [first] = Object.values(errors)
    if (isMissing) toast.error(t('contact.errorTitle'), { description: t('contact.required') })
    else if (first?.message === 'contact.invalidEmail')
      toast.error(t('contact.invalidEmailTitle'), { description: t('contact.invalidEmail') })
    else toast.error(t('contact.errorTitle'), { description: t((first?.message as TextKey | undefined) ?? 'contact.required') })
  }

  const errorOf = faultTexts(formState.errors, t)
  useEffect(() => {
    if (!formState.isDirty) return
    prepareToasts()
    void loadRules().catch(() => {})
  }, [formState.isDirty])

  return (
    <form
      method="post"
      noValidate
      className="grid gap-4 noscript:hidden print:hidden"
      onSubmit={(event) => void handleSubmit(send, complain)(event)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('contact.name')} autoComplete="name" maxLength={150} required error={errorOf('name')} {...register('name')} />
        <TextField
          label={t('contact.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={MAX_LENGTH.email}
          required
          error={errorOf('email')}
          {...register('email')}
        />
      </div>
      <TextField
        label={t('contact.phone')}
        note={t('contact.optional')}
        type="tel"
        autoComplete="tel"
        maxLength={MAX_LENGTH.phone}
        error={errorOf('phone')}
        {...register('phone')}
      />
      <TextAreaField
        label={t('contact.message')}
        hint={t('contact.messageHint')}
        required
        rows={5}
        error={errorOf('message')}
        aside={left < 200 ? <span aria-live="polite">{t('contact.left', { count: left })}</span> : undefined}
        {...register('message')}
      />
      <div aria-hidden="true" className="sr-only">
        <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
      </div>
      {isOffline && (
        <Banner tone="danger" role="alert">
          <p className="font-medium">{t('contact.failedTitle')}</p>
          <p>{t('contact.offline')}</p>
        </Banner>
      )}
      <div>
        {/* Disabled without scripts, which send the form. With them it can be clicked before hydration: see first-paint.ts. */}
        <Button
          type="submit"
          disabled={!isHydrated}
          data-early
          busyLabel={formState.isSubmitting && t('contact.sending')}
          className="w-full sm:w-auto"
        >
          {t('contact.send')}
        </Button>
      </div>
    </form>
  )
}

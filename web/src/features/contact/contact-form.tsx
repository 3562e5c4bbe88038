import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { SERVICES } from '../../../../supabase/functions/_shared/rules.ts'
import { Button } from '../../components/ui/button.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { TextAreaField, TextField } from '../../components/ui/field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { SERVICE_NAMES } from '../../lib/services.ts'
import { useTypedForm } from '../../lib/use-typed.ts'
import { MAX_LENGTH } from './contact-limits.ts'
import type { ContactInput, Outcome, sendContactMessage } from './contact-message.ts'
import { MessageSent } from './message-sent.tsx'
import { useSubject } from './use-subject.ts'

const EMPTY: ContactInput = { name: '', email: '', phone: '', service: '', message: '', website: '' }

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

const FAULTS = {
  'too-many': 'contact.tooMany',
  maintenance: 'contact.maintenance',
  failed: 'contact.failed',
  offline: 'contact.offline',
} as const

interface ContactFormProps {
  /** Shown above the form, until the message is sent. */
  head?: ReactNode
  /** Shown below the form. */
  foot?: ReactNode
  /** Whether the form has a card of its own, which also contains `foot`. */
  isOnCard?: boolean
}

export function ContactForm({ head, foot, isOnCard = false }: ContactFormProps) {
  const { t, language } = useI18n()
  const isHydrated = useIsHydrated()
  const [fault, setFault] = useState<{ title: string; text: string }>()
  const [sentId, setSentId] = useState<string>()
  const draft = useRef<{ id: string; content: string }>(undefined)
  const form = useForm<ContactInput>({ defaultValues: EMPTY, resolver: checkMessage })
  const { register, handleSubmit, reset, control, formState, getValues, setValue } = form
  useTypedForm('contact', form, ['website'])
  const begun = useRef({ service: '', message: '' })
  useSubject(({ service, text }) => {
    const subject = { service, message: text }
    // Never overwrites what a person has typed or chosen.
    for (const field of ['service', 'message'] as const)
      if (getValues(field) === '' || getValues(field) === begun.current[field]) setValue(field, subject[field])
    begun.current = subject
  })
  const left = MAX_LENGTH.message - useWatch({ control, name: 'message' }).length

  const send = async (input: ContactInput) => {
    // Sending the same message again keeps its id. A changed message gets a new one.
    const content = JSON.stringify(input)
    if (draft.current?.content !== content) draft.current = { id: crypto.randomUUID(), content }
    setFault(undefined)
    const outcome = await sendMessage(draft.current.id, input, language)
    if (outcome.reason !== 'sent') {
      setFault({ title: t('contact.failedTitle'), text: outcome.said ?? t(FAULTS[outcome.reason], { email: company.infoEmail || '–' }) })
      return
    }
    setSentId(draft.current.id)
    draft.current = undefined
    reset(EMPTY)
  }

  const complain = (errors: FieldErrors<ContactInput>) => {
    const isMissing = Object.values(errors).some((error) => error?.message === 'contact.fieldRequired')
    const [first] = Object.values(errors)
    const key = isMissing ? 'contact.required' : ((first?.message as TextKey | undefined) ?? 'contact.required')
    setFault({ title: t(key === 'contact.invalidEmail' ? 'contact.invalidEmailTitle' : 'contact.errorTitle'), text: t(key) })
  }

  const errorOf = faultTexts(formState.errors, t)
  useEffect(() => {
    if (!formState.isDirty) return
    void loadRules().catch(() => {})
  }, [formState.isDirty])

  if (sentId) return <MessageSent id={sentId} isOnCard={isOnCard} onWriteAnother={() => setSentId(undefined)} />
  return (
    <>
      {head}
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
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('contact.phone')}
            note={t('contact.optional')}
            type="tel"
            autoComplete="tel"
            maxLength={MAX_LENGTH.phone}
            error={errorOf('phone')}
            {...register('phone')}
          />
          <SelectField label={t('contact.service')} note={t('contact.optional')} {...register('service')}>
            <option value="">{t('contact.serviceNone')}</option>
            {SERVICES.map((service) => (
              <option key={service} value={service}>
                {t(SERVICE_NAMES[service])}
              </option>
            ))}
          </SelectField>
        </div>
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
        {fault && <ErrorBanner title={fault.title}>{fault.text}</ErrorBanner>}
        <div>
          {/* Disabled without scripts, because scripts send the form. With scripts it can be clicked before hydration: see first-paint.ts.
           */}
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
      {foot}
    </>
  )
}

import { useForm } from 'react-hook-form'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { TextField } from '../../../components/ui/field.tsx'
import { readSiteConfig } from '../../../lib/data/config.ts'
import { textOf } from '../../../lib/errors.ts'
import { checkedBy, faultTexts } from '../../../lib/form.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import type { Join } from '../active-call.ts'
import { roomErrorText } from '../call-texts.ts'
import { askToEnter } from '../entering.ts'
import { type CallDetails, getTestCode } from '../queries.ts'
import { CallEntry, MAX_CODE_LENGTH, MAX_NAME_LENGTH, normalizeCode } from './meeting-code.ts'

const TITLES: Partial<Record<string, TextKey>> = {
  'call.codeRequired': 'call.codeRequiredTitle',
  'call.nameRequired': 'call.nameRequiredTitle',
}

interface MeetingCodeFormProps {
  details: CallDetails
  ownName: string
  onJoin: (join: Join) => void
}

export function MeetingCodeForm({ details, ownName, onJoin }: MeetingCodeFormProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { hasTestCode } = readSiteConfig()
  const { register, handleSubmit, setValue, setError, formState } = useForm<CallEntry>({
    defaultValues: { code: '', name: ownName.slice(0, MAX_NAME_LENGTH) },
    resolver: checkedBy(CallEntry),
  })

  const refuse = (title: string, description: string) => {
    setError('code', { message: description }, { shouldFocus: true })
    toast.error(title, { description })
  }
  /** Returns undefined if the request failed. The user sees the error. */
  const testCode = async () => {
    try {
      return await getTestCode(details.id)
    } catch (error) {
      const { key, values } = textOf(error)
      toast.error(t('call.testCodeFailed'), { description: t(key, values) })
      return undefined
    }
  }

  const enter = async ({ code, name }: CallEntry) => {
    if (details.status !== 'confirmed') return refuse(t('call.needsConfirmationTitle'), t('call.needsConfirmation'))
    const typed = normalizeCode(code)
    if (typed === details.code) {
      const refusal = await askToEnter(details.id).then(
        () => undefined,
        (error: unknown) => roomErrorText(error, i18n),
      )
      if (refusal) return refuse(t('call.title'), refusal)
    } else {
      const expected = hasTestCode ? await testCode() : ''
      if (expected === undefined) return undefined
      if (typed !== normalizeCode(expected)) return refuse(t('call.wrongCodeTitle'), t('call.wrongCode', { code: details.code }))
    }
    return onJoin({ code: typed, name })
  }

  const faultOf = faultTexts(formState.errors, (key, values) => t(key, values))
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={(event) =>
        void handleSubmit(enter, ({ code, name }) => {
          const message = (code ?? name)?.message
          const title = TITLES[message ?? '']
          if (title) toast.error(t(title), { description: t(message as TextKey) })
        })(event)
      }
    >
      <TextField
        label={t('call.code')}
        hint={t('call.codeHint')}
        dir="ltr"
        className="rtl:text-end"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_CODE_LENGTH}
        required
        error={faultOf('code')}
        {...register('code')}
      />
      {hasTestCode && (
        <div>
          <Button
            look="secondary"
            onClick={() =>
              void testCode().then((code) => code && setValue('code', code, { shouldDirty: true, shouldValidate: formState.isSubmitted }))
            }
          >
            {t('call.useTestCode')}
          </Button>
        </div>
      )}
      <TextField
        label={t('call.name')}
        hint={t('call.nameHint')}
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        required
        error={faultOf('name')}
        {...register('name')}
      />
      <div>
        <Button type="submit" busyLabel={formState.isSubmitting && t('call.starting')}>
          {t('call.join')}
        </Button>
      </div>
    </form>
  )
}

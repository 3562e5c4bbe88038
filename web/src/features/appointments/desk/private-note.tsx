import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { TextAreaField } from '../../../components/ui/field.tsx'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { MAX_NOTE } from '../changes.ts'
import { savePrivateNote } from './patient-card-query.ts'

interface PrivateNoteProps {
  appointmentId: string
  stored: string
  /** Saves when the focus leaves the field, for a place that may be gone at the next press. */
  savesOnBlur?: boolean
}

/** What only the doctor of the appointment reads. */
export function PrivateNote({ appointmentId, stored, savesOnBlur = false }: PrivateNoteProps) {
  const { t } = useI18n()
  const [saved, setSaved] = useState(stored)
  const [text, setText] = useState(stored)
  const saving = useMutation({
    mutationFn: (note: string) => savePrivateNote(appointmentId, note),
    onSuccess: (_, note) => {
      setSaved(note)
      toast.success(t('staff.success'), { description: t('card.privateNoteSaved') })
    },
  })
  const problem = saving.error && textOf(saving.error)
  const save = () => {
    if (text !== saved && !saving.isPending) saving.mutate(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form method="post" noValidate className="grid gap-3" onSubmit={submit}>
      <TextAreaField
        label={t('card.privateNote')}
        hint={t('card.privateNoteHint')}
        rows={3}
        dir="auto"
        maxLength={MAX_NOTE}
        value={text}
        onChange={({ target }) => setText(target.value)}
        {...(savesOnBlur && { onBlur: save })}
      />
      {problem && (
        <Banner tone="danger" role="alert">
          <p className="font-medium">{t('notes.failed')}</p>
          <p>{t(problem.key, problem.values)}</p>
        </Banner>
      )}
      <Button
        type="submit"
        look="secondary"
        className="justify-self-end"
        disabled={text === saved}
        busyLabel={saving.isPending && t('notes.saving')}
      >
        {t('card.privateNoteSave')}
      </Button>
    </form>
  )
}

// Before the first video consultation: what it can do and what it cannot. Acknowledged on joining, once for each wording and each person
// treated; nothing depends on it, so a failure keeps nobody from the call. Load this module lazily.
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { supabase } from '../../lib/data/supabase.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useTexts } from '../../lib/load/use-texts.ts'
import { CALL_NOTICE_VERSION } from './notice-version.ts'

const SENTENCES: TextKey[] = ['notice.limits', 'notice.emergency', 'notice.recording']

interface CallNoticeProps {
  patientId: string
  /** The name of the person treated, if it is not the reader. */
  person: string | undefined
  onAcknowledged: () => void
  onBack: () => void
}

export default function CallNotice({ patientId, person, onAcknowledged, onBack }: CallNoticeProps) {
  useTexts('notice')
  const { t, language } = useI18n()
  const [isSaving, setIsSaving] = useState(false)
  const acknowledge = async () => {
    setIsSaving(true)
    const row = { patient_id: patientId, version: CALL_NOTICE_VERSION, language }
    // Another tab may have been quicker. What could not be saved is asked again before the next call.
    await Promise.resolve(supabase.from('call_notices').insert(row)).catch(() => {})
    onAcknowledged()
  }
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl font-semibold">{t('notice.title')}</h2>
      {person && <p className="font-medium">{t('appointments.forPerson', { name: person })}</p>}
      <ul className="grid list-disc gap-2 ps-5 marker:text-brass">
        {SENTENCES.map((sentence) => (
          <li key={sentence}>{t(sentence)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
        <Button onClick={() => void acknowledge()} busyLabel={isSaving && t('call.starting')}>
          {t('notice.join')}
        </Button>
        <Button look="secondary" onClick={onBack}>
          {t('call.back')}
        </Button>
      </div>
    </Card>
  )
}

// The reason for a rejection or cancellation: one of a few translated reasons, or free text.

import { useState } from 'react'
import { MAX_REASON_LENGTH } from '../../../../../../supabase/functions/_shared/rules.ts'
import { TextAreaField } from '../../../../components/ui/field.tsx'
import { SelectField } from '../../../../components/ui/select-field.tsx'
import { reasonText } from '../../../../domain/ending.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { CANCELLATION_REASONS } from '../../../../lib/reasons.ts'

const OTHER = 'other'
const isCode = (reason: string) => CANCELLATION_REASONS.some((code) => code === reason)

interface ReasonFieldProps {
  /** The code of a reason, or free text. */
  reason: string
  onChange: (reason: string) => void
}

export function ReasonField({ reason, onChange }: ReasonFieldProps) {
  const { t } = useI18n()
  // Restores free text that was typed before the dialog was closed.
  const [isFree, setIsFree] = useState(reason !== '' && !isCode(reason))
  return (
    <>
      <SelectField
        label={t('staff.reason')}
        note={t('staff.reasonOptional')}
        hint={t('staff.reasonHint')}
        value={isFree ? OTHER : reason}
        onChange={({ target }) => {
          setIsFree(target.value === OTHER)
          onChange(target.value === OTHER ? '' : target.value)
        }}
      >
        <option value="">{t('staff.reasonNone')}</option>
        {CANCELLATION_REASONS.map((code) => (
          <option key={code} value={code}>
            {reasonText(code, t)}
          </option>
        ))}
        <option value={OTHER}>{t('staff.reasonOther')}</option>
      </SelectField>
      {isFree && (
        <TextAreaField
          label={t('staff.reasonText')}
          rows={3}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  )
}

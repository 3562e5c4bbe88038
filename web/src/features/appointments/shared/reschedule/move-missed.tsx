// Offers another time in the room of a call whose doctor does not come.
import { Button } from '../../../../components/ui/button.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import type { Reader } from '../../../../lib/time/clocks.ts'
import type { Movable } from './movable.ts'
import { RescheduleDialog } from './reschedule-dialog.tsx'

interface MoveMissedProps {
  appointment: Movable
  reader: Reader
  /** The patient's name, if the patient is not the reader. */
  person: string | undefined
  onMoved: () => void
}

export default function MoveMissed({ appointment, reader, person, onMoved }: MoveMissedProps) {
  useTexts('patient', 'waiting')
  const { t } = useI18n()
  const trigger = (
    <Button look="on-night" className="min-h-11 px-4 text-sm">
      {t('waiting.otherTime')}
    </Button>
  )
  return <RescheduleDialog appointment={appointment} reader={reader} person={person} trigger={trigger} onMoved={onMoved} wasMissed />
}

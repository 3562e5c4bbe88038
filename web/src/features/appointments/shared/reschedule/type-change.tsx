import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { useActiveTypes } from '../active-types.ts'
import { TypeChoice } from '../type-choice.tsx'

interface TypeChangeProps {
  doctorId: string
  chosen: string | undefined
  onChoose: (type: { id: string; minutes: number } | undefined) => void
}

/** Lets staff change the type while they move an appointment. Renders nothing for doctors without types. */
export default function TypeChange({ doctorId, chosen = '', onChoose }: TypeChangeProps) {
  useTexts('offers', 'types', 'patient')
  const { t } = useI18n()
  const { data: types = [] } = useActiveTypes(doctorId)
  if (types.length === 0) return null
  return (
    <TypeChoice types={types} chosen={chosen} keep={t('move.sameType')} onChoose={(id) => onChoose(types.find((each) => each.id === id))} />
  )
}

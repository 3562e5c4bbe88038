import { SelectField } from '../../../components/ui/select-field.tsx'
import { feeText, plainNameOf } from '../../../domain/appointment-types.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import type { ActiveType } from './active-types.ts'

interface TypeChoiceProps {
  types: ActiveType[]
  /** Empty for no change, if that is an option. */
  chosen: string
  /** The label of the option for no change. */
  keep?: string
  onChoose: (id: string) => void
}

/** Lets staff choose the type to book, with its length and fee. The parent must load the texts `offers` and `types`. */
export function TypeChoice({ types, chosen, keep, onChoose }: TypeChoiceProps) {
  const { t, language } = useI18n()
  return (
    <SelectField label={t('offer.type')} value={chosen} onChange={({ target }) => onChoose(target.value)}>
      {keep && <option value="">{keep}</option>}
      {types.map((each) => (
        <option key={each.id} value={each.id}>
          {t('offer.choice', { name: plainNameOf(each, language), minutes: each.minutes, fee: feeText(each, language, t) })}
        </option>
      ))}
    </SelectField>
  )
}

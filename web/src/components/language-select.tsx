import type { ComponentProps } from 'react'
import { LANGUAGE_NAMES, LANGUAGES } from '../lib/languages.ts'
import { SelectField } from './ui/select-field.tsx'

/** Selects one of the site's languages, each under its own name. */
export function LanguageSelect(props: Omit<ComponentProps<typeof SelectField>, 'children'>) {
  return (
    <SelectField {...props}>
      {LANGUAGES.map((each) => (
        <option key={each} value={each}>
          {LANGUAGE_NAMES[each]}
        </option>
      ))}
    </SelectField>
  )
}

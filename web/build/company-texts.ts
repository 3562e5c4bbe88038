// Adds the company's name and address to the texts of each language, so that a page loads them in its own language only.
import type { Plugin } from 'vite'
import { companyIn } from '../../supabase/functions/_shared/company-texts.ts'
import { LANGUAGES } from '../src/lib/languages.ts'

export const companyTexts = (): Plugin => ({
  name: 'company-texts',
  enforce: 'pre',
  transform(code, id) {
    const language = LANGUAGES.find((each) => id.split('?')[0]?.endsWith(`/i18n/${each}.common.json`))
    if (!language) return undefined
    const texts = Object.entries(companyIn[language]).map(([key, text]) => [`company.${key}`, text])
    return { code: JSON.stringify({ ...(JSON.parse(code) as object), ...Object.fromEntries(texts) }), map: null }
  },
})

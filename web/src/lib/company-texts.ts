// What the owner says about the company in each language, where it is not in the dictionary.
import { type CompanyText, companyText } from '../../../supabase/functions/_shared/company.ts'
import type { Language } from './languages.ts'

/** `otherwise` is shown until the owner enters another. */
export const companyTextIn = (language: Language, key: CompanyText, otherwise = '') => companyText(key, language, otherwise)

// The owner's texts about the company in each language, for texts that are not in the dictionary.
import { type CompanyText, companyText } from '../../../supabase/functions/_shared/company.ts'
import type { Language } from './languages.ts'

/** `otherwise` is shown until the owner enters a text. */
export const companyTextIn = (language: Language, key: CompanyText, otherwise = '') => companyText(key, language, otherwise)

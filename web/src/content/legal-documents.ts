// The legal documents: their addresses, versions and structure.
export type LegalName = 'privacy' | 'terms' | 'cookies'

export interface LegalSection {
  /** The same in every language, because links refer to it. */
  id: string
  title: string
  blocks: LegalBlock[]
}

/** A paragraph, a list or a table. Texts may contain **strong**, `code`, [links](/profile) and {values} of the company. */
export type LegalBlock = string | { list: string[] } | { caption: string; columns: string[]; rows: string[][] }

export interface LegalDocument {
  title: string
  lead: string
  sections: LegalSection[]
}

/** `version` is the day of the last change; `file` is the name of its PDFs. */
export const LEGAL_DOCUMENTS: Record<LegalName, { file: string; version: string }> = {
  privacy: { file: 'privacy', version: '2026-11-16' },
  terms: { file: 'terms', version: '2026-11-16' },
  cookies: { file: 'cookie-policy', version: '2026-11-16' },
}

export const LEGAL_NAMES = Object.keys(LEGAL_DOCUMENTS) as LegalName[]
export const pdfOf = (name: LegalName, language: string) => `${LEGAL_DOCUMENTS[name].file}-${language}.pdf`

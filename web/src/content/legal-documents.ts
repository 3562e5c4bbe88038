// The legal documents: their addresses, versions and structure.
export type LegalName = 'privacy' | 'terms' | 'cookies'

export interface LegalSection {
  /** The id is the same in every language, because links refer to it. */
  id: string
  title: string
  blocks: LegalBlock[]
}

/**
 * A paragraph, a list or a table. Texts may contain **strong**, `code`, [links](/profile) and {values} of the company. `keys` name the rows
 * that tests compare with the code and the database; they are the same in every language.
 */
export type LegalBlock = string | { list: string[] } | { caption: string; columns: string[]; keys?: string[]; rows: string[][] }

export interface LegalDocument {
  title: string
  lead: string
  /** A summary of the document in a few plain sentences. */
  summary: string[]
  sections: LegalSection[]
}

interface LegalFacts {
  /** The file name of its PDFs. */
  file: string
  /** The date of the last change. */
  version: string
  /** The version that a lawyer approved, and the lawyer's name. A later version needs a new approval. */
  approved?: { version: string; by: string }
}

export const LEGAL_DOCUMENTS: Record<LegalName, LegalFacts> = {
  privacy: { file: 'privacy', version: '2026-11-18' },
  terms: { file: 'terms', version: '2026-11-18' },
  cookies: { file: 'cookie-policy', version: '2026-11-18' },
}

export const LEGAL_NAMES = Object.keys(LEGAL_DOCUMENTS) as LegalName[]
export const areApproved = Object.values(LEGAL_DOCUMENTS).every(({ version, approved }) => approved?.version === version)
export const pdfOf = (name: LegalName, language: string) => `${LEGAL_DOCUMENTS[name].file}-${language}.pdf`

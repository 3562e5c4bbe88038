// Hashes the sources of the legal PDFs, so that a test fails when a text changes without its PDF.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { company } from '../supabase/functions/_shared/company.ts'
import { companyIn } from '../supabase/functions/_shared/company-texts.ts'
import { LEGAL_DOCUMENTS, LEGAL_NAMES, type LegalName, pdfOf } from '../web/src/content/legal-documents.ts'
import { LANGUAGES, type Language } from '../web/src/lib/languages.ts'
import { formatDay } from '../web/src/lib/time/dates.ts'

const WEB = join(import.meta.dirname, '../web')
export const MANIFEST = join(WEB, 'src/content/legal-pdfs.json')
export const PDF_FOLDER = join(WEB, 'public/legal')

/** The hashes of the sources and of the PDF, by file name. */
export type Manifest = Record<string, { text: string; pdf: string }>

export interface LegalPdf {
  name: LegalName
  language: Language
  file: string
  text: string
}

export const listLegalPdfs = (): LegalPdf[] =>
  LEGAL_NAMES.flatMap((name) =>
    LANGUAGES.map((language) => ({ name, language, file: pdfOf(name, language), text: hashOf(sourceOf(name, language)) })),
  )

export const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)
export const readManifest = () => readJson(MANIFEST) as Manifest

/** All printed content: the document, its labels, its date in words and the company. */
function sourceOf(name: LegalName, language: Language) {
  const document = readJson(join(WEB, `src/content/legal/${name}.${language}.json`))
  const words = Object.entries(readJson(join(WEB, `src/i18n/${language}.legal.json`)) as object).filter(([key]) => !key.includes('Meta'))
  // Photos are not printed.
  const printed = { ...company, psychologyCoordinatorPhoto: undefined }
  return JSON.stringify([document, words, formatDay(LEGAL_DOCUMENTS[name].version, language, 'long'), printed, companyIn[language]])
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

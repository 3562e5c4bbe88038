// Texts in the active language. A missing text shows its key. Only the texts of the open page are downloaded.
import { createContext, type ReactNode, startTransition, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { brandedText, type CompanyText, companyText } from '../../../supabase/functions/_shared/company.ts'
import { directionOf, type Language, prefixOf } from './languages.ts'
import { afterHydration } from './load/hydration.ts'
import { readJsonBlock } from './load/json-block.ts'
import { formatNumber, pluralOf } from './numbers.ts'
import { useAddress } from './router/router.tsx'

interface Areas {
  account: typeof import('../i18n/tr.account.json')
  calendar: typeof import('../i18n/tr.calendar.json')
  call: typeof import('../i18n/tr.call.json')
  chat: typeof import('../i18n/tr.chat.json')
  common: typeof import('../i18n/tr.common.json')
  company: typeof import('../i18n/tr.company.json')
  consent: typeof import('../i18n/tr.consent.json')
  desk: typeof import('../i18n/tr.desk.json')
  doctors: typeof import('../i18n/tr.doctors.json')
  files: typeof import('../i18n/tr.files.json')
  find: typeof import('../i18n/tr.find.json')
  invitation: typeof import('../i18n/tr.invitation.json')
  legal: typeof import('../i18n/tr.legal.json')
  logs: typeof import('../i18n/tr.logs.json')
  management: typeof import('../i18n/tr.management.json')
  offers: typeof import('../i18n/tr.offers.json')
  overview: typeof import('../i18n/tr.overview.json')
  panel: typeof import('../i18n/tr.panel.json')
  patient: typeof import('../i18n/tr.patient.json')
  people: typeof import('../i18n/tr.people.json')
  profile: typeof import('../i18n/tr.profile.json')
  public: typeof import('../i18n/tr.public.json')
  relatives: typeof import('../i18n/tr.relatives.json')
  room: typeof import('../i18n/tr.room.json')
  security: typeof import('../i18n/tr.security.json')
  services: typeof import('../i18n/tr.services.json')
  site: typeof import('../i18n/tr.site.json')
  staff: typeof import('../i18n/tr.staff.json')
  types: typeof import('../i18n/tr.types.json')
  videoTest: typeof import('../i18n/tr.videoTest.json')
  waiting: typeof import('../i18n/tr.waiting.json')
}

export type Area = keyof Areas
type Messages = Record<string, string>
type Raw = { [Each in Area]: keyof Areas[Each] }[Area]
type Plural = Raw extends infer Each ? (Each extends `${infer Stem}_other` ? Stem : never) : never
/** Texts that the build adds to the area `common`, from `company.ts`. */
type CompanyKey = 'company.legalName' | 'company.address' | 'company.permitAuthority'
export type TextKey = CompanyKey | Exclude<Raw, `${string}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`> | Plural
export type Values = Record<string, string | number>

/** Texts embedded in a prerendered page, which saves a request. */
export interface EmbeddedTexts {
  language: Language
  areas: Partial<Record<Area, Messages>>
}

const loaders = import.meta.glob<{ default: Messages }>('../i18n/*.json')
const loaded = new Map<string, Messages>()
const areas = new Set<Area>(['common'])
takeEmbedded()

function takeEmbedded() {
  const embedded = import.meta.env.SSR ? undefined : (readJsonBlock('texts') as EmbeddedTexts | undefined)
  if (!embedded) return
  for (const [area, messages] of Object.entries(embedded.areas)) loaded.set(`${embedded.language}.${area}`, messages)
}

/** The loaded texts of these areas. */
export const textsFor = (language: Language, wanted: Area[]): EmbeddedTexts => ({
  language,
  areas: Object.fromEntries(wanted.map((area) => [area, loaded.get(`${language}.${area}`) ?? {}])),
})

/** Loads an area now, and again whenever the language changes. */
export async function loadArea(language: Language, area: Area) {
  areas.add(area)
  const name = `${language}.${area}`
  if (loaded.has(name)) return
  const loader = loaders[`../i18n/${name}.json`]
  if (loader) loaded.set(name, (await loader()).default)
}

export const hasArea = (language: Language, area: Area) => areas.has(area) && loaded.has(`${language}.${area}`)

const loadAll = (language: Language) => Promise.all([...areas].map((area) => loadArea(language, area)))

export function translate(language: Language, key: string, values?: Values) {
  const find = (name: string) => {
    for (const area of areas) {
      const text = loaded.get(`${language}.${area}`)?.[name]
      if (text !== undefined) return text
    }
    return undefined
  }
  const count = values?.['count']
  const plural = typeof count === 'number' ? (find(`${key}_${pluralOf(count, language)}`) ?? find(`${key}_other`)) : undefined
  const found = plural ?? find(key)
  if (found === undefined) return key
  const text = brandedText(key.startsWith('company.') ? companyText(key.slice('company.'.length) as CompanyText, language, found) : found)
  if (!values) return text
  const fill = (whole: string, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? formatNumber(value, language) : value
  }
  // First and last name are isolated together, because two isolated names would change places.
  return text.replaceAll(/\{\w+\}(?: \{\w+\})*/g, (run) => isolate(run.replaceAll(/\{(\w+)\}/g, fill), language))
}

/** Keeps names, file names, times and addresses in their own order within a sentence of the other direction. */
const isolate = (value: string, language: Language) =>
  (language === 'ar' ? /[A-Za-zÀ-ӿ]|\+\d|\d[ –-]+\d/ : /[\u0590-\u08ff]/).test(value) ? `\u2068${value}\u2069` : value

interface I18n {
  language: Language
  t: (key: TextKey, values?: Values) => string
  setLanguage: (language: Language) => Promise<void>
}

const Context = createContext<I18n | undefined>(undefined)

/** Changes the language in the address, if the address contains one. */
export const AddressContext = createContext<{ changeLanguage: (language: Language) => void }>({ changeLanguage: () => {} })

/** `language` applies if the address has no language prefix. */
export function I18nProvider({ language: initial, children }: { language: Language; children: ReactNode }) {
  const [chosen, setChosen] = useState(initial)
  const { changeLanguage } = useContext(AddressContext)
  const language = prefixOf(useAddress('/')) ?? chosen
  useEffect(() => {
    const html = document.documentElement
    // Setting an attribute to its current value would make the browser recompute the styles of the whole page.
    if (html.lang !== language) html.lang = language
    if (html.dir !== directionOf(language)) html.dir = directionOf(language)
  }, [language])
  const setLanguage = useCallback(
    async (next: Language) => {
      await loadAll(next)
      rememberLanguage(next)
      afterHydration(() =>
        startTransition(() => {
          setChosen(next)
          changeLanguage(next)
        }),
      )
    },
    [changeLanguage],
  )
  const value = useMemo<I18n>(
    () => ({ language, t: (key, values) => translate(language, key, values), setLanguage }),
    [language, setLanguage],
  )
  return <Context value={value}>{children}</Context>
}

export function useI18n() {
  const value = useContext(Context)
  if (!value) throw new Error('There is no I18nProvider around this component.')
  return value
}

const choiceListeners = new Set<(language: Language) => void>()

export const onLanguageChosen = (listener: (language: Language) => void) => void choiceListeners.add(listener)

/** Stores the choice for this browser, and in a cookie for the server, which then responds in this language. */
export function rememberLanguage(language: Language) {
  try {
    localStorage.setItem('language', language)
  } catch {
    // Storage may be disabled. The choice then lasts until the page is closed.
  }
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
  for (const listener of choiceListeners) listener(language)
}

// The time zone of a profile: ten zones in a list, and a search for all others that takes the form's full width.
import { type KeyboardEvent, useRef, useState } from 'react'
import { TextField } from '../../components/ui/field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { browserZone, isStorableZone, OFFERED_ZONES, zoneLabel, zoneNames } from '../../lib/time/zones.ts'
import { findZones } from './zone-search.ts'

const MAX_RESULTS = 8
const MAX_SEARCH_LENGTH = 60
const SEARCH = 'search'

interface ZoneFieldProps {
  value: string
  onChange: (zone: string) => void
  error?: string | undefined
}

export function ZoneField({ value, onChange, error }: ZoneFieldProps) {
  const { t, language } = useI18n()
  const [isSearching, setIsSearching] = useState(false)
  const list = useRef<HTMLSelectElement>(null)
  const own = browserZone()
  // The list also contains the selected zone and the browser's zone.
  const others = [...new Set([value, own])].filter((zone) => isStorableZone(zone) && !OFFERED_ZONES.includes(zone))
  const option = (zone: string) => (
    <option key={zone} value={zone}>
      {zoneLabel(zone, language)}
    </option>
  )
  const close = () => {
    setIsSearching(false)
    list.current?.focus()
  }
  return (
    <>
      <SelectField
        ref={list}
        label={t('profile.timezone')}
        error={error}
        value={isSearching ? SEARCH : value}
        onChange={({ target }) => {
          setIsSearching(target.value === SEARCH)
          if (target.value !== SEARCH) onChange(target.value)
        }}
      >
        {OFFERED_ZONES.map(option)}
        {others.map(option)}
        <option value={SEARCH}>{t('zoneField.other')}</option>
      </SelectField>
      {isSearching && (
        <ZoneSearch
          onChoose={(zone) => {
            onChange(zone)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function ZoneSearch({ onChoose, onClose }: { onChoose: (zone: string) => void; onClose: () => void }) {
  const { t, language } = useI18n()
  const [text, setText] = useState('')
  const place = useRef<HTMLFieldSetElement>(null)
  const found = findZones(text, language, MAX_RESULTS)
  // The arrow keys move the focus from the field through the results.
  const onKeyDown = (event: KeyboardEvent) => {
    const stops = [...(place.current?.querySelectorAll<HTMLElement>('input, button') ?? [])]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) stops[(at + step + stops.length) % stops.length]?.focus()
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && at === 0) {
      if (found[0]) onChoose(found[0])
    } else return
    // Enter in the field selects a city and must not submit the form.
    event.preventDefault()
  }
  return (
    <fieldset ref={place} className="grid gap-2 rounded-box border border-line bg-paper p-4 sm:col-span-2">
      <legend className="sr-only">{t('zoneField.other')}</legend>
      <TextField
        label={t('zoneField.search')}
        hint={t('zoneField.hint')}
        type="search"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={MAX_SEARCH_LENGTH}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- It appears because somebody asked for it.
        autoFocus
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setText(target.value)}
      />
      <output className="block text-sm text-muted empty:hidden">
        {text.trim() && (found.length ? t('zoneField.found', { count: found.length }) : t('zoneField.none'))}
      </output>
      <ul className="grid gap-2 empty:hidden sm:grid-cols-2">
        {found.map((zone) => (
          <li key={zone} className="grid">
            <button
              type="button"
              className="grid min-h-12 content-center rounded-box border border-control bg-surface px-3.5 py-2.5 text-start transition-colors duration-150 ease-calm hover:border-action"
              onKeyDown={onKeyDown}
              onClick={() => onChoose(zone)}
            >
              <span>{zoneLabel(zone, language)}</span>
              <span className="text-sm text-muted empty:hidden">{zoneNames(zone, language)[0]}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

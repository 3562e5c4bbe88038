import { expect, test, vi } from 'vitest'
import { ProfileInput, type ProfileValues, profileChange, profileValues } from './profile-input.ts'
import type { Profile } from './queries.ts'

const PROFILE: Profile = {
  user_id: 'someone',
  first_name: 'Ada',
  last_name: 'Yılmaz',
  phone: null,
  date_of_birth: null,
  gender: null,
  medical_history: null,
  timezone: 'Asia/Baku',
  timezone_chosen_at: '2026-11-15T10:00:00Z',
  language: 'tr',
  email: 'ada@example.com',
  people: [],
}

const faultsOf = (change: Partial<ProfileValues>) =>
  ProfileInput.safeParse({ ...profileValues(PROFILE), ...change }).error?.issues.map(({ path, message }) => [path[0], message])

test('empty fields are stored as null and shown as empty', () => {
  const { user_id: _, language: __, email: ___, timezone_chosen_at: ____, people: _____, ...rest } = PROFILE
  expect(profileChange(profileValues(PROFILE))).toEqual(rest)
})

test('the form shows the stored zone, else the browser’s, else the fallback', () => {
  const browser = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now')
  // Advances the clock, because the browser's zone is cached for a while and another test file may have read it.
  const travelTo = (timeZone: string) => {
    browser.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions)
    now += 60_000
    clock.mockReturnValue(now)
  }
  const unchosen = { ...PROFILE, timezone: 'Europe/Istanbul', timezone_chosen_at: null }
  expect(profileValues(PROFILE).timezone).toBe('Asia/Baku')
  travelTo('Africa/Cairo')
  expect(profileValues(unchosen).timezone).toBe('Africa/Cairo')
  travelTo('UTC')
  expect(profileValues(unchosen).timezone).toBe('Europe/Istanbul')
  browser.mockRestore()
  clock.mockRestore()
})

test('only the names are required', () => {
  expect(faultsOf({})).toBeUndefined()
  expect(faultsOf({ first_name: ' \t', last_name: '' })).toEqual([
    ['first_name', 'profile.required'],
    ['last_name', 'profile.required'],
  ])
})

test('values that the database would refuse are refused here', () => {
  expect(faultsOf({ last_name: 'x'.repeat(101) })).toEqual([['last_name', 'profile.nameInvalid']])
  expect(faultsOf({ phone: '0'.repeat(41) })).toEqual([['phone', 'profile.phoneTooLong']])
  expect(faultsOf({ medical_history: 'x'.repeat(5001) })).toEqual([['medical_history', 'profile.medicalHistoryTooLong']])
  for (const day of ['1899-12-31', '2999-01-01'])
    expect(faultsOf({ date_of_birth: day })).toEqual([['date_of_birth', 'profile.dateInvalid']])
})

test('a line break in a pasted name becomes a space', () => {
  expect(ProfileInput.parse({ ...profileValues(PROFILE), first_name: ' Ada\nLouise ' }).first_name).toBe('Ada Louise')
})

// Every multi-line field must keep or guard its text. docs/typed-text.md lists them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MECHANISMS = /\b(?:useTypedText|useTypedForm|useNoteDraft|UnsavedChanges|StoredForm|saveDraft)\b/

/** Fields whose text is held by a parent component, which has the mechanism. */
const HELD_BY: Partial<Record<string, string>> = {
  'features/account/health-fields.tsx': 'features/account/account-forms.tsx',
  'features/appointments/patient/booking/complaint-line.tsx': 'features/appointments/patient/booking/use-booking.ts',
  'features/doctors/offers/question-fields.tsx': 'features/doctors/offers/questions-form.tsx',
  'features/site/content/entry-fields.tsx': 'features/site/content/use-entry-form.ts',
  'features/chat/composer.tsx': 'features/chat/chat-panel.tsx',
}

/** Two dialogs use this field. */
const REASON_FIELD = 'features/appointments/staff/lists/reason-field.tsx'
const REASON_DIALOGS = ['features/appointments/staff/lists/refuse-dialog.tsx', 'features/appointments/staff/lists/bulk-bar.tsx']

/** These fields only show text. */
const READ_ONLY = ['features/profile/profile-reading.tsx', 'features/appointments/staff/notes/note-editor.tsx']

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
const withField = files.filter(
  (file) =>
    file.endsWith('.tsx') &&
    !['components/ui/field.tsx', 'routes/dev/dev-ui.tsx'].includes(file) &&
    /<(?:TextAreaField|textarea)\b/.test(read(file)),
)

test('every multi-line field keeps its text on Escape and on a reload', () => {
  expect(withField.length).toBeGreaterThan(10)
  const bare = withField.filter(
    (file) => file !== REASON_FIELD && !READ_ONLY.includes(file) && !MECHANISMS.test(read(HELD_BY[file] ?? file)),
  )
  expect(bare).toEqual([])
})

test('exempt fields only show text', () => {
  for (const file of READ_ONLY)
    for (const [element] of read(file).matchAll(/<TextAreaField\b[^]*?\/>/g)) expect(element).toMatch(/readOnly|\{\.\.\.shown\}/)
})

test('every dialog with a reason keeps its text', () => {
  const users = files.filter((file) => file.endsWith('.tsx') && file !== REASON_FIELD && read(file).includes('<ReasonField'))
  expect(users.toSorted()).toEqual(REASON_DIALOGS.toSorted())
  for (const file of users) expect(read(file)).toMatch(MECHANISMS)
})

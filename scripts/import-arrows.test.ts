import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { violationOf } from './import-arrows.mjs'
import { root } from './set-up.mjs'

test.each([
  ['web/src/routes/public/home.tsx', 'web/src/features/doctors/doctor-card.tsx'],
  ['web/src/features/doctors/queries.ts', 'web/src/lib/data/supabase.ts'],
  ['web/src/features/doctors/doctor-card.tsx', 'web/src/features/doctors/queries.ts'],
  ['web/src/features/appointments/patient/booking/use-booking.ts', 'web/src/features/appointments/shared/picker/free-times.ts'],
  ['web/src/features/appointments/staff/calendar/calendar-view.tsx', 'web/src/features/appointments/staff/lists/use-answer.ts'],
  ['web/src/features/doctors/queries.ts', 'web/src/domain/specialties.ts'],
  ['web/src/features/call/room/controls.tsx', 'web/src/features/call/devices/devices.ts'],
  ['web/src/lib/data/supabase.ts', 'supabase/functions/_shared/database.types.ts'],
  ['supabase/functions/send-email/index.ts', 'supabase/functions/_shared/company.ts'],
  ['supabase/tests/profiles.test.ts', 'server/testing/database.ts'],
  ['server/main.ts', 'server/postgres/start.ts'],
  ['server/rest/handler.ts', 'server/config.ts'],
  ['server/rest/handler.test.ts', 'server/testing/server.ts'],
  ['server/rest/test-library.ts', 'server/testing/server.ts'],
  ['server/testing/server.ts', 'server/postgres/start.ts'],
  ['e2e/visitors.spec.ts', 'e2e/fixtures.ts'],
  ['e2e/daily.spec.ts', 'supabase/functions/_shared/testing/daily.ts'],
])('%s may import %s', (from, to) => {
  expect(violationOf(from, to)).toBeUndefined()
})

test.each([
  ['web/src/lib/data/supabase.ts', 'web/src/components/ui/button.tsx'],
  ['web/src/components/header.tsx', 'web/src/features/doctors/queries.ts'],
  ['web/src/features/doctors/doctor-card.tsx', 'web/src/features/appointments/staff/queries.ts'],
  ['web/src/features/call/queries.ts', 'web/src/features/appointments/shared/keys.ts'],
  ['web/src/components/header.tsx', 'web/src/domain/specialties.ts'],
  ['web/src/features/appointments/shared/changes.ts', 'web/src/features/appointments/staff/queries.ts'],
  ['web/src/features/appointments/patient/mine/next-card.tsx', 'web/src/features/appointments/staff/queries.ts'],
  ['web/src/features/appointments/staff/notes/note-form.tsx', 'web/src/features/appointments/staff/lists/use-answer.ts'],
  ['web/src/features/call/devices/devices.ts', 'web/src/features/call/room/controls.tsx'],
  ['web/src/features/call/waiting/status.ts', 'web/src/features/call/room/controls.tsx'],
  ['web/src/lib/data/supabase.ts', 'server/config.ts'],
  ['web/src/features/call/qr-code.tsx', 'server/auth/mfa/qr.ts'],
  ['web/src/lib/data/supabase.ts', 'supabase/functions/send-email/index.ts'],
  ['supabase/functions/send-email/index.ts', 'server/config.ts'],
  ['supabase/tests/profiles.test.ts', 'server/postgres/start.ts'],
  ['server/rest/handler.ts', 'server/auth/tokens.ts'],
  ['server/rest/handler.ts', 'server/testing/server.ts'],
  ['server/main.ts', 'web/src/routes.tsx'],
  ['e2e/visitors.spec.ts', 'server/config.ts'],
  ['e2e/visitors.spec.ts', 'supabase/functions/_shared/serve.ts'],
])('%s may not import %s', (from, to) => {
  expect(violationOf(from, to)).toBeTypeOf('string')
})

test('web has no import cycles, not even through dynamic imports', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  const known = new Set(files)
  const imports = new Map(files.map((file) => [file, importsOf(file).filter((each) => known.has(each))]))
  const done = new Set<string>()
  const cycles: string[] = []
  const follow = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    for (const each of imports.get(file) ?? []) follow(each, [...path, file])
    done.add(file)
  }
  for (const file of files) follow(file, [])
  expect(files.length).toBeGreaterThan(500)
  expect(cycles).toEqual([])
})

const importsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))
